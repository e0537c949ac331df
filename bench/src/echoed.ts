/** What is sent and sent back: the same on all sides, about as long as a short request to an agent. */
export const ECHOED = {
  skill: 'echo',
  input: 'Look at the load of the build machine and say in one sentence whether a second build may run on it now.',
} as const;
