/**
 * Reads Docker's multiplexed streams: frames of an 8-byte header (stream, three zeros, length as 32-bit
 * big-endian) and a payload. Chunks may be cut anywhere, inside a header too; bytes are passed on as they
 * come, so a frame is never held whole. Podman speaks the same.
 */
const HEADER_BYTES = 8;

/** 0: input echoed, 1: output, 2: errors, 3: the engine's own errors. */
export type FrameStream = 0 | 1 | 2 | 3;

/** Takes the payload of a stream, in order. */
export type TakePayload = (stream: FrameStream, bytes: Buffer) => void;

/** What was read is no frame: the connection cannot be read any further. */
export class FrameError extends Error {}

export class FrameReader {
  readonly #take: TakePayload;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #stream: FrameStream = 1;
  #left = 0;

  constructor(take: TakePayload) {
    this.#take = take;
  }

  /** True between frames: where a stream may end. */
  get isComplete(): boolean {
    return this.#headerBytes === 0 && this.#left === 0;
  }

  /** @throws FrameError when a header is none. */
  read(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) at += this.#left > 0 ? this.#payload(chunk, at) : this.#headerPart(chunk, at);
  }

  #payload(chunk: Buffer, at: number): number {
    const bytes = chunk.subarray(at, at + this.#left);
    this.#left -= bytes.length;
    this.#take(this.#stream, bytes);
    return bytes.length;
  }

  #headerPart(chunk: Buffer, at: number): number {
    const copied = chunk.copy(this.#header, this.#headerBytes, at);
    this.#headerBytes += copied;
    if (this.#headerBytes < HEADER_BYTES) return copied;
    this.#headerBytes = 0;
    const [stream = 0, ...zeros] = this.#header.subarray(0, 4);
    if (!isStream(stream) || zeros.some((byte) => byte !== 0)) {
      throw new FrameError(`not a frame header: ${this.#header.toString("hex")}`);
    }
    this.#stream = stream;
    this.#left = this.#header.readUInt32BE(4);
    return copied;
  }
}

function isStream(value: number): value is FrameStream {
  return value >= 0 && value <= 3;
}
