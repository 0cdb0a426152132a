/** The same score in the opponent's view. */
export function opposite(score) {
  if (!score) return null;
  const { end } = score;
  return {
    ...score,
    units: score.units === null ? null : -score.units,
    sign: -score.sign,
    end: end && { ...end, margin: end.margin === null || end.margin === undefined ? null : -end.margin },
  };
}

const formats = new Map();

/** Formatters are expensive to make, so they are kept. */
function format(lang, digits) {
  const key = `${lang} ${digits}`;
  if (!formats.has(key)) {
    const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    formats.set(key, new Intl.NumberFormat(lang, exactly));
  }
  return formats.get(key);
}

/** A number with its sign, two digits after the point at most. */
export function signed(value, lang) {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const rounded = Number(value.toFixed(digits));
  const text = format(lang, digits).format(Math.abs(rounded));
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${text}`;
}

/** An opinion in its unit, in the view it is given in. */
export function formatUnits({ units }, { t, lang, unit = null }) {
  const number = signed(units, lang);
  return unit === null ? number : t('score.units', { number, unit: t(`unit.${unit}`, {}, unit) });
}

/** A score in a few signs: `+0.29`; a forced end as `+#3`, in this many plies, or by its margin where that is counted. */
export function briefScore(score, lang) {
  if (!score) return '';
  const { plies = null, margin = null } = score.end ?? {};
  if (!score.final) return score.units === null ? '' : signed(score.units, lang);
  const sign = score.sign > 0 ? '+' : score.sign < 0 ? '−' : '=';
  if (margin !== null) return `${sign}${Math.abs(margin)}`;
  return `${sign}#${plies || ''}`;
}

/** Where a score stands between a sure loss (-1) and a sure win (1); half of it at `scale` units or so. */
export function standing(score, scale) {
  if (!score) return null;
  if (score.final || score.units === null) return Math.sign(score.sign);
  return Math.tanh((0.55 * score.units) / scale);
}
