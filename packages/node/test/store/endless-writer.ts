// Writes messages without end, and says so of each when the store has said so. Killed by crash.test.ts.
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { answerTo, change, job, request, spend, usage } from '../../compliance/store-samples.ts';

const [file = '', round = ''] = process.argv.slice(2);
const store = openSqliteStore({ file });
const far = Number.MAX_SAFE_INTEGER;
const envelope = new Uint8Array(600).fill(1);

for (let index = 0; ; index += 1) {
  const messageId = `${round}-${index}`;
  const question = request({ messageId, envelope, keepUntil: far });
  store.addMessage(question);
  // As one unit with it: what it cost, by job and in all, and what the breaker makes of that.
  store.addUsage(usage({ jobId: round, inputTokens: 1, model: `model${index % 3}` }));
  store.putSpend(spend({ peer: round, tokens: index + 1 }));
  store.putState(round, String(index + 1));
  store.addBreakerChange(change({ reason: messageId }));
  await store.written();
  writeSync(1, `${messageId}\n`);
  if (index % 3 === 0) {
    // As one unit: a job that says it is done, and the answer that makes it so.
    store.putJob(job({ jobId: messageId, state: 'done', endedAt: far }));
    store.addMessage(answerTo(question, { keepUntil: far }));
  }
  if (index % 7 === 0) {
    // A turn of the event loop goes by: what is written next is gathered anew.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (index % 50 === 0) {
    store.prune(0);
  }
}
