/**
 * The counts of a vitest JSON report (null when there is none). What fails without being a test
 * (a file that does not load, an unhandled error, no report at all) counts as failed, too.
 */
export function countTests(report, exitCode) {
  const assertions = report?.testResults.flatMap((file) => file.assertionResults) ?? [];
  const count = (...states) => assertions.filter(({ status }) => states.includes(status)).length;
  const brokenFiles =
    report?.testResults.filter(
      (file) =>
        file.status === 'failed' &&
        file.assertionResults.every(({ status }) => status !== 'failed'),
    ).length ?? 0;
  const failed = count('failed') + brokenFiles;
  return {
    passed: count('passed'),
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  };
}
