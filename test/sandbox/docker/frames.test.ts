/** Docker's frames, cut in every way: what comes out is byte for byte what went in. */
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demultiplex } from "../../../sandbox/docker/demultiplex.ts";
import { FrameError, FrameReader, type FrameStream } from "../../../sandbox/docker/frames.ts";

type Frame = readonly [stream: FrameStream, payload: Uint8Array];

function encode(frames: readonly Frame[]): Buffer {
  return Buffer.concat(
    frames.flatMap(([stream, payload]) => {
      const header = Buffer.alloc(8);
      header[0] = stream;
      header.writeUInt32BE(payload.length, 4);
      return [header, payload];
    }),
  );
}

/** `bytes` cut at the given places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const inside = places.map((place) => place % (bytes.length + 1));
  const sorted = [0, ...inside.sort((a, b) => a - b), bytes.length];
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
}

function readAll(chunks: readonly Buffer[]): { read: Buffer[]; complete: boolean } {
  const parts: Buffer[][] = [[], [], [], []];
  const reader = new FrameReader((stream, bytes) => parts[stream]?.push(Buffer.from(bytes)));
  for (const chunk of chunks) reader.read(chunk);
  return { read: parts.map((part) => Buffer.concat(part)), complete: reader.isComplete };
}

const expected = (frames: readonly Frame[]) =>
  [0, 1, 2, 3].map((wanted) =>
    Buffer.concat(frames.filter(([stream]) => stream === wanted).map(([, payload]) => payload)),
  );

const frameArbitrary = fc.tuple(
  fc.constantFrom<FrameStream>(0, 1, 2, 3),
  // payloads that look like headers are the ones that were misread elsewhere
  fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom(Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 9]), Uint8Array.from([2, 0, 0, 0])),
  ),
);

describe("frames", () => {
  it("T74: are read the same however they are cut", () => {
    fc.assert(
      fc.property(fc.array(frameArbitrary, { maxLength: 12 }), fc.array(fc.nat(2_000)), (frames, places) => {
        const { read, complete } = readAll(cut(encode(frames), places));
        expect(read).toEqual(expected(frames));
        expect(complete).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("T74: survive a cut after three bytes of a header", () => {
    const bytes = encode([[1, Buffer.from("hello")]]);
    expect(readAll([bytes.subarray(0, 3), bytes.subarray(3)]).read[1]?.toString()).toBe("hello");
  });

  it("T74: of 1 MB arrive whole in seven chunks, bytes that are no UTF-8 too", () => {
    const payload = Buffer.alloc(1 << 20, Buffer.from([0xff, 0x00, 0xc3, 0x28, 1, 0, 0, 0]));
    const { read } = readAll(cut(encode([[2, payload]]), [1, 150_001, 300_003, 450_007, 600_011, 900_001]));
    expect(read[2]?.equals(payload)).toBe(true);
  });

  it("one byte at a time is fine", () => {
    const frames: Frame[] = [
      [1, Buffer.from("a")],
      [2, Buffer.alloc(0)],
      [1, Buffer.from("bc")],
    ];
    const bytes = encode(frames);
    expect(readAll([...bytes].map((byte) => Buffer.from([byte]))).read).toEqual(expected(frames));
  });

  it("that are none are an error, not garbage", () => {
    expect(() => readAll([Buffer.from("HTTP/1.1 200 OK\r\n")])).toThrow(FrameError);
    expect(() => readAll([Buffer.from([1, 0, 7, 0, 0, 0, 0, 1, 65])])).toThrow(FrameError);
  });
});

describe("demultiplexing a connection", () => {
  it("keeps 8 MB apart while one side is read slowly", async () => {
    const connection = new PassThrough();
    const { output, errors } = demultiplex(connection);
    const sums = { output: 0, errors: 0 };
    errors.on("data", (chunk: Buffer) => (sums.errors += chunk.length));
    const frames: Frame[] = Array.from({ length: 128 }, (_, index) => [
      index % 2 === 0 ? 1 : 2,
      Buffer.alloc(1 << 16, index),
    ]);
    connection.end(encode(frames));
    for await (const chunk of output as AsyncIterable<Buffer>) {
      sums.output += chunk.length;
      if (sums.output % (1 << 20) < chunk.length) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(sums).toEqual({ output: 4 << 20, errors: 4 << 20 });
  });
});
