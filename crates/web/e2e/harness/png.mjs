/** Small PNG files: 256 colours chosen by median cut, which a picture of a page never misses. */

import { crc32, deflateSync } from 'node:zlib';

/** Bits kept of each channel while the colours are chosen. */
const BITS = 6;
const SIDE = 1 << BITS;

/** Encodes `pixels`, four bytes each and opaque, as a PNG with a palette. */
export function encode(pixels, width, height) {
  const cell = (at) => {
    const [r, g, b] = [0, 1, 2].map((channel) => pixels[at + channel] >> (8 - BITS));
    return (r * SIDE + g) * SIDE + b;
  };
  const counts = new Uint32Array(SIDE ** 3);
  for (let at = 0; at < pixels.length; at += 4) counts[cell(at)] += 1;

  const { palette, indexOf } = choose(counts);
  const rows = Buffer.alloc((width + 1) * height); // Each row after a byte for its filter: none.
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf[cell(4 * (y * width + x))];
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8); // Eight bits, by a palette.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', head), chunk('PLTE', Buffer.from(palette.flat()))];
  return Buffer.concat([
    signature,
    ...chunks,
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Median cut: the box that errs most is cut in two along its longest side until there are 256. */
function choose(counts) {
  const colours = [];
  counts.forEach((count, cell) => {
    const rgb = [cell >> (2 * BITS), (cell >> BITS) & (SIDE - 1), cell & (SIDE - 1)];
    if (count > 0) colours.push({ cell, count, rgb });
  });
  const boxes = [box(colours)];
  while (boxes.length < 256) {
    boxes.sort((a, b) => a.error - b.error);
    const { members, axis } = boxes.pop();
    if (members.length < 2) break;
    members.sort((a, b) => a.rgb[axis] - b.rgb[axis]);
    const half = members.reduce((sum, { count }) => sum + count, 0) / 2;
    let [at, sum] = [0, 0];
    while (at < members.length - 1 && sum < half) sum += members[at++].count;
    boxes.push(box(members.slice(0, Math.max(1, at))), box(members.slice(Math.max(1, at))));
  }
  const indexOf = new Uint8Array(counts.length);
  boxes.forEach(({ members }, index) => members.forEach(({ cell }) => (indexOf[cell] = index)));
  return { palette: boxes.map(({ mean }) => mean.map((value) => Math.round((value * 255) / (SIDE - 1)))), indexOf };
}

/** A box of colours: its mean, the axis it is longest along, and how much it errs if the mean stands for all. */
function box(members) {
  const total = members.reduce((sum, { count }) => sum + count, 0);
  const moments = [0, 1, 2].map((axis) => {
    const mean = members.reduce((sum, { count, rgb }) => sum + count * rgb[axis], 0) / total;
    return { mean, spread: members.reduce((sum, { count, rgb }) => sum + count * (rgb[axis] - mean) ** 2, 0) };
  });
  const spreads = moments.map(({ spread }) => spread);
  const error = members.length < 2 ? 0 : Math.max(...spreads);
  return { members, error, axis: spreads.indexOf(Math.max(...spreads)), mean: moments.map(({ mean }) => mean) };
}
