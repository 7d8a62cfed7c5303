interface TestFile {
  name: string;
  status: string;
  assertionResults: { status: string; failureMessages: string[] }[];
}
interface Report {
  testResults: TestFile[];
}
export function missedDeadlines(report: Report | null): string[];
export function withLater(report: Report, later: Report): Report;
