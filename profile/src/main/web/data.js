// SPDX-License-Identifier: Apache-2.0
// Unpacks the profile that the page carries: base64 of a zlib stream of
//
//   u32  the length of the header, little-endian
//   ...  the header, in JSON
//   ...  arrays of numbers, one after the other
//
// A number takes 7 bits a byte, the lowest first; the highest bit of a byte says that another follows. The header names
// each array with its count of numbers, its offset behind the header, and how the numbers follow from those that are
// stored: `sum` adds each to the one before, and the first to `first`; `scale` multiplies each at last.

/** Returns the header of the profile, with its arrays as `arrays`. */
export async function unpack(base64) {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const arrays = {};
  for (const [name, layout] of Object.entries(header.arrays)) {
    arrays[name] = numbers(bytes, 4 + length, layout);
  }
  return { ...header, arrays };
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) {
    return Uint8Array.fromBase64(base64);
  }
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

function numbers(bytes, base, { count, offset, sum = false, first = 0, scale = 0 }) {
  const values = scale === 0 ? new Uint32Array(count) : new Float64Array(count);
  let at = base + offset;
  let before = first;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++];
    let value = byte & 0x7f;
    for (let weight = 128; byte > 0x7f; weight *= 128) {
      byte = bytes[at++];
      value += (byte & 0x7f) * weight;
    }
    before = sum ? before + value : value;
    values[i] = scale === 0 ? before : before * scale;
  }
  return values;
}
