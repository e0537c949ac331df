/**
 * Maps items with at most `inFlight` calls under way; results stand in the order of the items. Begins nothing more after
 * an abort or a failure.
 *
 * @throws what `map` throws first, or the signal's reason
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  { inFlight, signal }: { readonly inFlight: number; readonly signal: AbortSignal },
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries(); // One iterator, shared by all workers: each takes the next.
  let failed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      signal.throwIfAborted();
      if (failed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, items.length) }, worker));
  return results;
}
