/**
 * Returns the uncertainty of a belief in bits (Shannon entropy).
 * @param belief shares that sum to 1
 */
export function entropyBits(belief: readonly number[]): number {
  let bits = 0;
  for (const share of belief) if (share > 0) bits -= share * Math.log2(share);
  return Math.max(0, bits);
}

/**
 * Returns by how many bits a probe reduces the uncertainty on average (Lindley 1956).
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
 * Returns the logarithmic weights after an observation, by Bayes’ rule. Null if the observation is
 * impossible.
 */
export function withObservation(
  logWeights: readonly number[],
  likelihoods: readonly number[],
): readonly number[] | null {
  const next = logWeights.map((weight, at) => weight + Math.log(likelihoods[at] ?? 0));
  return next.some((weight) => weight > -Infinity) ? next : null;
}

/** Returns logarithmic weights as shares that sum to 1. All shares are 0 if every weight is −∞. */
export function sharesOf(logWeights: readonly number[]): readonly number[] {
  let most = -Infinity;
  for (const weight of logWeights) if (weight > most) most = weight;
  if (most === -Infinity) return logWeights.map(() => 0);
  const weights = logWeights.map((weight) => Math.exp(weight - most));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}
