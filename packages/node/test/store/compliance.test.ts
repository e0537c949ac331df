import { verifies } from '@hoplite/test/requirements';
import { MemoryStore } from '../../compliance/memory-store.ts';
import { storeCompliance } from '../../compliance/store.ts';
import { openTemporaryStore } from './temporary-store.ts';

verifies('node.ports.compliance', 'node.store.outcomes', 'breaker.usage', 'breaker.durable');

storeCompliance('SQLite in a file', openTemporaryStore);

storeCompliance('the plain store in memory', async () => {
  const store = new MemoryStore();
  return { store, reopen: async () => store, dispose: async () => store.close() };
});
