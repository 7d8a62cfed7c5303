/**
 * Returns the uncertainty of a belief in bits: −Σ p·log₂ p (Shannon 1948, “A Mathematical Theory of
 * Communication”).
 * @param belief shares that sum to 1
 */
export function entropyBits(belief: readonly number[]): number {
  let bits = 0;
  for (const share of belief) if (share > 0) bits -= share * Math.log2(share);
  return Math.max(0, bits);
}

/**
 * Returns how much a probe is expected to reduce the uncertainty, in bits: H(belief) − Σ P(o)·H(belief | o)
 * (Lindley 1956, “On a Measure of the Information Provided by an Experiment”). Between 0 and the current
 * uncertainty.
 * @param belief shares that sum to 1, one for each hypothesis
 * @param likelihoods for each hypothesis, the probability of each outcome; each row sums to 1
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
  // Σ p·l·log₂(l / P(o)) is the same value, without a difference of two large numbers.
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
 * Returns the logarithmic weights after an observation (Bayes’ rule: each weight times its likelihood); `null`
 * if the observation is impossible under every hypothesis.
 */
export function withObservation(
  logWeights: readonly number[],
  likelihoods: readonly number[],
): readonly number[] | null {
  const next = logWeights.map((weight, at) => weight + Math.log(likelihoods[at] ?? 0));
  return next.some((weight) => weight > -Infinity) ? next : null;
}

/**
 * Returns logarithmic weights as shares that sum to 1; all shares are 0 if every weight is −∞.
 * Plain weights would become zero after many observations.
 */
export function sharesOf(logWeights: readonly number[]): readonly number[] {
  let most = -Infinity;
  for (const weight of logWeights) if (weight > most) most = weight;
  if (most === -Infinity) return logWeights.map(() => 0);
  const weights = logWeights.map((weight) => Math.exp(weight - most));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}
