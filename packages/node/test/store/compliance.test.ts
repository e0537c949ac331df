import { verifies } from '@hoplite/test/requirements';
import { MemoryStore, storeCompliance } from '../../compliance/index.ts';
import { openTemporaryStore } from './temporary-store.ts';

verifies('node.ports.compliance', 'node.store.outcomes');

storeCompliance('SQLite in a file', openTemporaryStore);

storeCompliance('the plain store in memory', async () => {
  const store = new MemoryStore();
  return { store, reopen: async () => store, dispose: async () => store.close() };
});
