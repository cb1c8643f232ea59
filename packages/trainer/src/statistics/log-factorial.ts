const table: number[] = [0];

/** Natural logarithm of n!, exact sums, remembered. */
export function logFactorial(n: number): number {
  for (let k = table.length; k <= n; k += 1) table.push((table[k - 1] ?? 0) + Math.log(k));
  return table[n] ?? 0;
}

/** Natural logarithm of the binomial coefficient "n over k". */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}
