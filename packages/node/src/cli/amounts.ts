const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});

/** "1,234,567" */
export function tokensOf(count: number): string {
  return whole.format(count);
}

/** "$0.0012", "$5.00": as small as prices of tokens are. */
export function dollarsOf(amount: number): string {
  return dollars.format(amount);
}
