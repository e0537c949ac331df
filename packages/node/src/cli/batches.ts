/**
 * What comes from `source`, in the order in which it came, together with all that came while the last batch was dealt
 * with: so whoever is slow does once what would have to be done for each. Reading does not wait for the reader.
 */
export async function* batches<T>(source: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  const read: { waiting: T[]; isOver: boolean } = { waiting: [], isOver: false };
  let something = Promise.withResolvers<void>();
  const reading = (async () => {
    try {
      for await (const item of source) {
        read.waiting.push(item);
        something.resolve();
      }
    } finally {
      read.isOver = true;
      something.resolve();
    }
  })();
  reading.catch(() => {}); // Thrown below, once what came before has been handed over.
  for (;;) {
    if (read.waiting.length === 0 && !read.isOver) await something.promise;
    something = Promise.withResolvers();
    const batch = read.waiting;
    read.waiting = [];
    if (batch.length > 0) yield batch;
    else if (read.isOver) return reading;
  }
}
