/**
 * What a test says that waited for too long: `until`, the browser's driver, or the runner's own limit, which leaves
 * no more than that word in its report. A wrong result says something else, also one that was polled for.
 */
const deadlines = [/^Error: Waited in vain: /, /^TimeoutError: /, /^Error: STACK_TRACE_ERROR\n/];

/** More than this is no busy machine. */
const mostFiles = 3;

/**
 * The test files of a vitest JSON report (null when there is none) to try once more, alone: where all that failed is
 * that a few tests waited for too long. None where anything else failed.
 */
export function missedDeadlines(report) {
  const failed = report?.testResults.filter(({ status }) => status === 'failed') ?? [];
  const areDeadlines = failed.every(({ assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed');
    return tests.length > 0 && tests.every(isDeadline);
  });
  return areDeadlines && failed.length <= mostFiles ? failed.map(({ name }) => name) : [];
}

function isDeadline({ failureMessages }) {
  return (
    failureMessages.length > 0 &&
    failureMessages.every((message) => deadlines.some((words) => words.test(message)))
  );
}

/** A report, with what a later one says of the same files in the place of what it says. */
export function withLater(report, later) {
  const isTold = new Set(later.testResults.map(({ name }) => name));
  return {
    ...report,
    testResults: [
      ...report.testResults.filter(({ name }) => !isTold.has(name)),
      ...later.testResults,
    ],
  };
}
