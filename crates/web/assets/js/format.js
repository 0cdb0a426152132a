/** A count in short: 1.2M, 123万. */
export const shortCount = (count, lang) =>
  new Intl.NumberFormat(lang, { notation: 'compact', maximumSignificantDigits: 3 }).format(count);

/** A count in full, its digits in groups. */
export const fullCount = (count, lang) => Math.round(count).toLocaleString(lang);

/** A span of time: 0.4 ms, 120 ms, 2.35 s. */
export function duration(ms, lang) {
  const [value, unit] = ms < 1000 ? [ms, 'ms'] : [ms / 1000, 's'];
  const digits = unit === 's' || value < 10 ? (value < 10 ? 2 : 1) : 0;
  return `${value.toLocaleString(lang, { maximumFractionDigits: digits })} ${unit}`;
}
