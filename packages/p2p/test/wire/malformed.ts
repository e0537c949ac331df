import { expect } from 'vitest';
import { MalformedMessageError } from '../../src/index.ts';

/** The field that a reader complains about; undefined when it reads. Any other failure fails the test. */
export function complaint(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MalformedMessageError);
    return error instanceof MalformedMessageError ? error.field : undefined;
  }
}
