/**
 * @packageDocumentation
 *
 * What a run showed, for people and programs: HTML, plain text, JUnit XML. Pure functions of records.
 */
export { reportHtml } from './report-html.ts';
export type { ReportHtmlOptions } from './report-html.ts';
export { reportJUnit } from './report-junit.ts';
export { reportText } from './report-text.ts';
export type { ReportTextOptions } from './report-text.ts';
