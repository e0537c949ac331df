export { analyzeLog } from './analyze-log.ts';
export type { AnalyzedJob, AnalyzeLogOptions, LogAnalysis } from './analyze-log.ts';
export { classify } from './classify.ts';
export type { Classifiable, Classification, JobVerdict } from './classify.ts';
export { bugReportText, loopReport } from './loop-report.ts';
export type { LoopBugReport, LoopReportInit } from './loop-report.ts';
