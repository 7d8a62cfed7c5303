/**
 * How uncertain a belief is, in bits: −Σ p·log₂ p (Shannon 1948, “A Mathematical Theory of Communication”).
 *
 * @param belief shares that sum to 1
 */
export function entropyBits(belief: readonly number[]): number {
  let bits = 0;
  for (const share of belief) if (share > 0) bits -= share * Math.log2(share);
  return Math.max(0, bits);
}

/**
 * How much of the uncertainty a probe takes away on average, in bits: H(belief) − Σ P(o)·H(belief | o) (Lindley 1956, “On a
 * Measure of the Information Provided by an Experiment”). From 0 to the uncertainty that there is.
 *
 * @param belief shares that sum to 1, one a hypothesis
 * @param likelihoods by hypothesis, how likely each outcome is under it; each row sums to 1
 */
export function expectedGainBits(
  belief: readonly number[],
  likelihoods: readonly (readonly number[])[],
): number {
  const outcomes: number[] = [];
  belief.forEach((share, hypothesis) => {
    (likelihoods[hypothesis] ?? []).forEach((likelihood, outcome) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + share * likelihood;
    });
  });
  let bits = 0;
  // The same sum as mutual information, Σ p·l·log₂(l / P(o)): nothing large is taken from something large.
  belief.forEach((share, hypothesis) => {
    if (share <= 0) return;
    (likelihoods[hypothesis] ?? []).forEach((likelihood, outcome) => {
      if (likelihood > 0)
        bits += share * likelihood * Math.log2(likelihood / (outcomes[outcome] ?? 1));
    });
  });
  return Math.min(Math.max(0, bits), entropyBits(belief));
}

/**
 * Weights after an observation, as logarithms (Bayes’ rule: each times its likelihood); `null`: it was impossible under
 * all of them, so it changes nothing.
 */
export function withObservation(
  logWeights: readonly number[],
  likelihoods: readonly number[],
): readonly number[] | null {
  const next = logWeights.map((weight, at) => weight + Math.log(likelihoods[at] ?? 0));
  return next.some((weight) => weight > -Infinity) ? next : null;
}

/** Weights as shares that sum to 1. They are given as logarithms, so that no long row of observations makes them vanish. */
export function sharesOf(logWeights: readonly number[]): readonly number[] {
  let most = -Infinity;
  for (const weight of logWeights) if (weight > most) most = weight;
  if (most === -Infinity) return logWeights.map(() => 0);
  const weights = logWeights.map((weight) => Math.exp(weight - most));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}
