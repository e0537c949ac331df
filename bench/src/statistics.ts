/** The middle value, or the mean of the two middle ones. @throws {RangeError} when there is none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) {
    throw new RangeError('there is no median of nothing');
  }
  return (lower + upper) / 2;
}

/** To three significant digits: more than that is noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
