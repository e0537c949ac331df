// The four names of browsers' type library that playwright-core's declarations use. Naming them here keeps the rest of that
// library (and its globals, such as `name` and `close`) out of programs that run on Node.js.
declare global {
  // What handles to elements are typed by; our tests ask for text and boxes only.
  interface Node {
    readonly nodeName: string;
  }
  interface HTMLElement extends Node {
    readonly hidden: boolean;
  }
  interface SVGElement extends Node {
    readonly id: string;
  }
  type HTMLElementTagNameMap = Record<string, HTMLElement>;
}

export {};
