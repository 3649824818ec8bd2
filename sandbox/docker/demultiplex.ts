/** Splits the connection of an attached container into its output and its errors, byte for byte. */
import { type Duplex, PassThrough, type Readable } from "node:stream";
import { FrameReader } from "./frames.ts";

export interface Demultiplexed {
  readonly output: Readable;
  readonly errors: Readable;
}

/** Reads `connection` to its end. Whoever reads slowly slows the container down, not this process. */
export function demultiplex(connection: Duplex): Demultiplexed {
  const output = new PassThrough();
  const errors = new PassThrough();
  const waiting = new Set<PassThrough>();
  const reader = new FrameReader((stream, bytes) => {
    const target = stream === 1 ? output : errors;
    if (target.write(bytes) || waiting.has(target)) return;
    waiting.add(target);
    connection.pause();
    target.once("drain", () => {
      waiting.delete(target);
      if (waiting.size === 0) connection.resume();
    });
  });
  const end = () => {
    output.end();
    errors.end();
  };
  connection.on("data", (chunk: Buffer) => {
    try {
      reader.read(chunk);
    } catch (error) {
      connection.destroy();
      output.destroy(error as Error);
      errors.end();
    }
  });
  connection.on("end", end);
  connection.on("close", end);
  connection.on("error", end);
  return { output, errors };
}
