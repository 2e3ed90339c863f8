/** In bytes. */
export const MAX_PICTURE = 100_000;
/** In pixels. */
const MAX_SIDE = 512;

export type PictureType = 'image/jpeg' | 'image/webp';

interface Facts {
  type: PictureType;
  width: number;
  height: number;
  /** Whether it has EXIF or XMP, which often tell where it was taken. */
  tells: boolean;
}

/**
 * The type of a picture by its bytes. Other types are refused: SVG can contain scripts.
 * @returns a rule that it breaks, after the name of its field
 */
export function checkPicture(bytes: Buffer): { type: PictureType } | { problem: string } {
  if (bytes.length > MAX_PICTURE)
    return { problem: `must be at most ${MAX_PICTURE / 1_000} kB; make it smaller` };
  const facts = jpegFacts(bytes) ?? webpFacts(bytes);
  if (facts === null) return { problem: 'must be a JPEG or WebP picture without animation; convert it' };
  const { type, width, height, tells } = facts;
  if (width !== height || width < 1 || width > MAX_SIDE)
    return { problem: `must be a square of at most ${MAX_SIDE} pixels; crop it` };
  if (tells) return { problem: 'must have no EXIF or XMP, which can tell where it was taken; remove them' };
  return { type };
}

/** ITU T.81 §B.1: segments until the first frame. */
function jpegFacts(bytes: Buffer): Facts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return null;
  let tells = false;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    if (marker === 0xe1) tells = true;
    // SOF0 to SOF2: baseline, extended and progressive.
    if (marker >= 0xc0 && marker <= 0xc2)
      return {
        type: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
        tells,
      };
    at += 2 + length;
  }
  return null;
}

/** RFC 9649 §2. */
function webpFacts(bytes: Buffer): Facts | null {
  const name = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < 30 || name(0) !== 'RIFF' || name(8) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const type = 'image/webp';
  switch (name(12)) {
    case 'VP8 ': {
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      const [width, height] = [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
      return { type, width, height, tells: false };
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, tells: false };
    }
    case 'VP8X': {
      const flags = bytes.readUInt8(20);
      if ((flags & 0x02) !== 0) return null;
      const [width, height] = [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
      return { type, width, height, tells: (flags & 0x0c) !== 0 };
    }
    default:
      return null;
  }
}
