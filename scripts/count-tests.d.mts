interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}
export function countTests(
  report: Report | null,
  exitCode: number,
): { passed: number; failed: number; skipped: number };
