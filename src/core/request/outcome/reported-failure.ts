import { normalized } from '../../text/normalized.js';

const FAILURE = String.raw`(?:\p{L}{0,60}(?:error|exception)(?:s|ed)?|fail(?:s|ed|ures?)?|traceback|unable|cannot|can['’]t|could(?:\s{1,9}not|n['’]t)|not\s{1,9}sent)(?!-?\p{L})`;

const MARKS = String.raw`[^\p{L}\p{N}\n\r\u2028\u2029]`;
const WORD = String.raw`[\p{L}\p{N}\p{M}'’]{1,40}[^\p{L}\p{N}\p{M}\n\r"'‘’“”„«»${'`'}]{1,20}`;

const NO_KEY = String.raw`(?![\p{L}\p{N}_]{0,40}["']\s{0,9}:)`;
/** Matches, for example, “Slack API error: …”. */
const firstWords = new RegExp(`^(?:${WORD}){0,2}${FAILURE}${NO_KEY}`, 'iu');
const lineStart = new RegExp(
  `^${MARKS}{0,99}(?:\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,Z+-]{5,30}\\]?${MARKS}{1,9})?${FAILURE}${NO_KEY}`,
  'imu',
);

const END = String.raw`(?=[^\p{L}\s._/\\-]|\.(?!\p{L})|\\{1,9}["']|\s{1,9}[^\p{L}\s"'‘“._/\\]|\s{1,9}(?:after|as|at|back|because|by|due|during|for|from|in|on|to|when|while|with)(?!\p{L})|[^\S\n]{0,9}(?:\n|$))`;
const DENIED = 'declined|denied|rejected|refused|failed|bounced|aborted|exceeded';
const ERRNO =
  'e(?:conn(?:refused|reset|aborted)|timedout|notfound|hostunreach|netunreach|ai_again|noent|acces|perm|pipe|auth|socket|envelope|exist|inval|nospc|rofs)';
const REFUSAL = String.raw`(?:(?:${DENIED}|timed?[ _-]?out)${END}|(?:HTTP|status|code)[\s:]{1,3}[45]\d\d(?![\d.,]?\d)|(?:with|returned)\s{1,9}[45]\d\d(?=\s{0,9}(?:[.:;(\n]|$|error(?!\p{L})))|exit(?:ed)?\s{1,9}(?:with\s{1,9})?(?:code|status)\s{1,9}[1-9]|(?:unauthori[sz]ed|forbidden|could\s{1,9}not|couldn['’]t|cannot|can['’]t|(?:was|were|did|has|have)n['’]t|did\s{1,9}not|(?:not|never|nothing)[\s_]{1,9}(?:(?:been|be|yet|was)\s{1,9})?(?:able|sent|delivered|found|authori[sz]ed|allowed|permitted|accepted|processed|posted|created|saved|completed|executed|submitted|placed|published|uploaded|scheduled|booked|paid)|${ERRNO})(?!\p{L}))`;
const DONE =
  'sent|accepted|created|added|updated|changed|set|marked|transitioned|appended|posted|published|delivered|scheduled|saved|wrote|written|deleted|removed|moved|renamed|closed|(?:re)?opened|commented|replied|forwarded|booked|paid|queued|done|ok|success(?:ful(?:ly)?)?|completed|submitted|uploaded|assigned|invited|merged|approved|applied|started|executed|recorded|stored|fix(?:e[sd])?|handle[sd]?|when|if|why|about|re';
const DECLINING = String.raw`(?:invitation|invite|event|meeting)s?\s{1,9}(?:(?:has|was|been)\s{1,9}){0,2}declined`;
const SENTENCE = String.raw`(?:(?!(?:${DONE}|${DECLINING})(?!\p{L}))[\p{L}\p{N}\p{M}'’]{1,40}[^\p{L}\p{N}\p{M}\n\r:"'‘’“”„«»${'`'}]{1,20}){0,7}${REFUSAL}${NO_KEY}`;
/** Matches, for example, “Your card was declined.”. */
const firstSentence = new RegExp(`^${SENTENCE}`, 'iu');
const spaced = (pattern: string): RegExp =>
  new RegExp(pattern.replaceAll(' ', String.raw`\s{1,9}`), 'iu');

/** Matches, for example, “HTTP 403”. */
const firstStatus = spaced(
  String.raw`^(?:(?:invalid|insufficient)\s|unknown (?:tool|command|method|action)(?!\p{L})|missing required(?!\p{L})|(?:authentication|authori[sz]ation|login|sign-?in) (?:is )?required(?!\p{L})|(?:operation|request|call|action) (?:was )?(?:cancell?ed|aborted)(?!\p{L})|(?:transaction|transfer|payment|tx) (?:\S{1,80} )?(?:was )?reverted(?!\p{L})|something went wrong(?!\p{L})|too many requests(?!\p{L})|dry[\s-]{1,3}run(?!\p{L})|(?:HTTP(?:/[\d.]{1,4})?\s{0,9}(?:error|status|code)?|response code)[\s:]{0,9}[45]\d\d(?!\d)|[45]\d\d(?:[\x20-][45]\.\d{1,3}\.\d{1,3}|:| (?:bad|payment required|not|method|request\s|conflict|gone|too|internal|service|gateway|proxy|mailbox|authentication|user|relay(?:ing)?|temporar(?:y|ily)|transaction|syntax|requested|insufficient|invalid|unknown|no)(?!\p{L})))`,
);

const VERBS = 'sent|delivered|posted|created|saved|published|paid|executed';
/** Matches, for example, “Nothing was sent”. */
const firstPlain = spaced(
  String.raw`^(?:(?:no|0|zero|nothing) (?:\p{L}{1,20} ){0,3}?(?:${VERBS})(?!\p{L})|(?:successfully )?(?:\p{L}{1,20} )?sent:? (?:0|no|nothing)(?![\p{L}\d.,])|(?:fatal|panic|timeout|undeliver(?:ed|able)|abort(?:ed|ing)?|skipped|ignored|cancell?ed|blocked|(?:request|operation) blocked)\s{0,9}(?:[:.!]|$)|(?:blocked|cancell?ed) by(?!\p{L})|(?:oops|whoops)(?!\p{L})|sorry,? (?:something|but|we|i)(?!\p{L})|(?:not|un)\s{0,9}(?:supported|implemented)(?!\p{L})|bad (?:request|credentials|gateway)(?!\p{L})|no such(?!\p{L})|(?:there was )?an? (?:problem|error)(?!\p{L})|an issue occurred|problem \p{L}{1,20}ing(?!\p{L})|(?:connection|socket) (?:lost|closed|hang up|hung up|reset)(?!\p{L})|rate[\s-]{1,9}limit(?:ed| (?:reached|exceeded|hit))(?!\p{L})|(?:won['’]t|will not|refusing to|would) send(?!\p{L})|(?:\p{L}{1,20} )?unsuccessful(?:ly)?(?!\p{L})|confirmation (?:is )?required(?!\p{L})|this is a dry[\s-]{1,3}run(?!\p{L})|simulation only|network (?:is )?unreachable|(?:account|user) (?:is )?suspended|mailbox (?:is )?full|(?:command|process) exited with (?:non-zero )?code [1-9]|exit (?:status )?[1-9])`,
);
/** Matches, for example, “broken pipe”. */
const firstOfSystem = spaced(
  String.raw`^(?:(?:service|host|recipient|mailbox) un(?:available|reachable|known)|gateway time-?out|payment required|response status code does not|execution reverted|segmentation fault|no (?:route to host|space left)|name or service not known|broken pipe|read-only file|disk quota|deadlock found|duplicate key|violates\s|incorrect\s|this \p{L}{1,20} requires\s|you exceeded|(?:recipient|user)s? unknown|no recipients|sending is disabled|(?:simulated|skipping) send|(?:balance|amount) too (?:low|high|large|small)|(?:the )?(?:user|person) (?:cancell?ed|denied|declined|doesn['’]t\s)|(?:[\w./-]{1,40}: ){1,3}(?:command )?not found|curl: \(\d|npm ERR!|(?:killed|terminated)\s{0,9}(?:[.!\n]|$))`,
);
const LACKING =
  'set|ready|verified|configured|initiali[sz]ed|exposed|enabled|available|authenticated|valid|connected|running|registered|logged';
const SUBJECT = String.raw`(?!(?:no|nothing|note) )(?:(?!(?:${DONE})(?!\p{L}))[\p{L}\p{N}_/-]{1,40}(?:\.[\p{L}\p{N}_]{1,40}){0,3} ){1,5}`;
const STOP = String.raw`\s{0,9}(?:[.:!(\n]|$)`;
/** Matches, for example, “Client is not ready”. */
const firstOfClient = spaced(
  String.raw`^(?:missing (?:(?:access|permissions?)${STOP}|(?:arguments?|fields?|parameters?|recipients?)(?!\p{L}))|expected \p{L}{1,20}, received |please (?:authenticate|confirm|log(?:in)?|provide|scan|set)(?!\p{L})|authentication needed|preview only|this will (?:pay|post|send) (?!at|in|on|when)|awaiting (?:approval|confirmation)(?!\p{L})|user rejected (?:the )?(?:request|transaction)|you (?:(?:are not|must be) (?:allowed|authenticated|authorized|connected|logged|permitted|signed)|have insufficient)(?!\p{L})|not (?:authenticated|configured|connected|logged|ready)(?!\p{L})|no (?:valid |access ){0,2}(?:api key|credentials|token) (?:available|found)|message too long${STOP}|["']?[\w.]{1,40}["']?:? (?:is )?required\s{0,9}(?:[.!]?\s{0,9}$|\n)|${SUBJECT}(?:(?:is|are) (?:missing|required)\s{0,9}(?:[.!\n]|$)|(?:(?:(?:is|are) )?not|(?:is|are)n['’]t) (?:a )?(?:${LACKING})${STOP}|(?:do|does)(?: not|n['’]t) (?:exist${STOP}|have (?:access|enough|permission))|(?:has )?(?:been )?expired(?!\p{L})|must be (?:at least|at most|greater|less)(?!\p{L})))`,
);
/** Matches, for example, “Saved, but not sent”. */
const butNot =
  /^[^\n]{0,999}(?:but|and|yet)\s{1,9}(?:it\s{1,9})?(?:(?:was|were|is|are|has\s{1,9}been)\s{1,9})?(?:not|never)\s{1,9}(?:yet\s{1,9})?(?:sent|delivered|posted|published|saved|paid|executed|submitted)(?!\p{L})/iu;
/** Matches, for example, “Invoice created. Payment failed: …”. */
const laterSentence = new RegExp(
  String.raw`^[^\n]{0,999}?(?:[.;!?]\s{1,9}|[^\p{L}\n](?:and|but|yet)\s{1,9})${SENTENCE}`,
  'iu',
);
/** Match, for example, “1 failed” or “a@example.com: rejected”. */
const counted = [
  String.raw`^(?:[^\n]{0,999}?(?:[,:;(]\s{0,9}|[^\p{L}\n](?:and|but|with) ))?[1-9]\d{0,6} (?:\p{L}{1,20} )?(?:bounced|errors?|failed|failures?|rejected)(?!-?\p{L})`,
  String.raw`^(?:[^\n]{0,999}?[^\d.,\n])?0(?: of |\s{0,9}/\s{0,9})\d{1,6} (?:\p{L}{1,20} )?(?:${VERBS})(?!\p{L})`,
  String.raw`^[^\n]{0,999}?(?:(?:${VERBS}) to (?:0|no) \p{L}|: (?:bounced|declined|denied|failed|refused|rejected|reverted)${END})`,
].map(spaced);
const firstSign = /^\s{0,99}[❌✗✖⛔🚫]|^[^\n]{0,999}[❌✗✖⛔🚫]\s{0,99}(?:\n|$)/u;
const markup =
  /^\s{0,99}(?:<\?xml[^>]{0,200}>\s{0,99})?<(?:[\w-]{1,20}:)?(?:error|fault)[\s>]|<title>\s{0,99}[45]\d\d(?!\d)/iu;
/** Matches, for example, `channel_not_found`. */
const firstName = /^[\p{L}\p{N}]{1,40}(?:[_-][\p{L}\p{N}]{1,40}){0,8}(?=\s{0,9}(?:[:(]|$))/u;
const inName =
  /(?:^|\s)(?:reject|fail|error|denied|declin|refus|not\s|invalid|insufficient|exhausted|unauthenticated|unauthori|forbidden|expired|exceeded|timeout|cancel|abort|missing|unknown|undeliver)/iu;

const onlyNo = new RegExp(
  `^${MARKS}{0,20}(?:null|none|nil|undefined|false|no|0)${MARKS}{0,20}$`,
  'iu',
);

/** Lines of a patch say nothing about the call. */
const patches = /^@@ [^\n]{0,999}(?:\n[-+ ][^\n]*)*/gmu;
/** Matches, for example, “0 failed”. */
const denials =
  /(^|[\s,(])(?:(?:no|0|zero|without(?:\s{1,9}any)?)\s{1,9}(?:\p{L}{1,20}\s{1,9})?(?:errors?|failed|failures?|rejected)(?!-?\p{L})|(?:errors|failed|failures|rejected)\s{0,9}[:=]\s{0,9}0(?=\s{0,9}(?:[,;)\n]|$)))/giu;

const QUOTE = String.raw`\\{0,9}["']`;
const NO_WORD = 'null|none|nil|undefined|false|0';
const NO = String.raw`\s{0,99}(?:${QUOTE}(?:${NO_WORD})?${QUOTE}|${NO_WORD}|\[\s{0,99}\])\s{0,99}(?:[,;}\])\n]|$)`;

function field(names: string, value: string): RegExp {
  const quoted = String.raw`["'](?:${names})${QUOTE}`;
  const bare = String.raw`(?:^${MARKS}{0,20}|[{,]\s{0,99})(?:${names})[*_]{0,2}`;
  return new RegExp(String.raw`(?:${quoted}|${bare})\s{0,99}[:=]${value}`, 'imu');
}

const DETAIL =
  'addresses|code|count|details?|description|emails?|ids?|info|items|list|message|msg|name|number|reason|recipients?|string|text|total|type';
const fields = [
  field(
    `(?:(?:is|has|user)_?)?(?:err(?:or|no)?s?|fail(?:ed|ures?)?|reject(?:ed|ions?)?|exception)(?:[_-]?(?:${DETAIL}))?`,
    `(?!${NO})`,
  ),
  field(
    '(?:(?:is|was)_?|(?:e?mails?|messages?|notification|invitation|payment|transfer|request)_)?(?:ok|success|successfull?|succeeded|sent|delivered|accepted|posted|created|saved|submitted|executed|completed)(?:_count)?',
    String.raw`(?:${NO}|\s{0,99}${QUOTE}?no(?!\p{L}))`,
  ),
  field('status', String.raw`\s{0,99}false`),
  field('status|code', String.raw`\s{0,99}-\d`),
  field('ret|rc|ret_?code|s_?code', String.raw`\s{0,99}(?:${QUOTE})?-?[1-9]`),
  field('follow_?up_?question', String.raw`\s{0,99}${QUOTE}\p{L}`),
  field('(?:needs|requires)_?confirmation', String.raw`\s{0,99}true`),
  field('level|severity', String.raw`\s{0,99}${QUOTE}(?:error|fatal|critical)(?!\p{L})`),
  field('result', String.raw`\s{0,99}(?:false|null|none)(?!\p{L})`),
  field('status|state|result|outcome|type|message', String.raw`[^\p{L}\p{N}]{0,99}${FAILURE}`),
  field(
    'message|msg|detail|response|(?:__)?type|code',
    String.raw`\s{0,99}${QUOTE}(?:[45]\d\d\s{1,9})?[\w.#]{0,40}?(?:internal\s{0,9}server|fail|forbidden|unauthori[sz]ed|access\s{0,9}denied|not\s{0,9}found|rejected|exception|err_|service\s{0,9}unavailable|endpoint\s{1,9}request\s{1,9}timed|authentication\s{1,9}credentials)`,
  ),
  field(
    'status|state|result|outcome|code',
    String.raw`[^\p{L}\p{N}]{0,99}(?:\p{L}{1,20}_)?(?:ko|nok|${DENIED}|cancell?ed|undelivered|undeliverable|blocked|invalid|expired|dead|unauthori[sz]ed|forbidden|${ERRNO})(?!-?\p{L})`,
  ),
  field(
    'status|state|code',
    String.raw`\s{0,99}${QUOTE}(?:not_enough|requires_(?:action|confirmation|payment)|\w{0,40}(?:not_found|(?:action|approval|auth|confirmation|login|verification)_required)${QUOTE})`,
  ),
  field('status|result|outcome|message|detail', String.raw`\s{0,99}${QUOTE}${SENTENCE}`),
  field('(?:exit|return)[_ ]?(?:code|status)', String.raw`\s{0,99}(?:${QUOTE})?-?0{0,9}[1-9]`),
  field(
    '(?:(?:http|response)[_ ]?)?(?:status|status[_ ]?code|code)',
    String.raw`\s{0,99}(?:${QUOTE})?[45]\d\d(?!\d)`,
  ),
];

/** Matches, for example, `{"code": 7, "message": "Not enough money"}`. An object with other fields first may repeat a text. */
const firstMessage = spaced(
  String.raw`^\s{0,9}\{\s{0,99}(?:"(?:\w{0,20}code|name|type|status|details|hint)"\s{0,9}:\s{0,9}[^,{}[]{1,60},\s{0,99}){0,4}"(?:message|msg|detail)"\s{0,9}:\s{0,9}"(?:(?:bad credentials|duplicate key|invalid|insufficient|missing (?:access|permissions?)|not enough|resource not|there was a problem)(?!\p{L})|[^"'\\\n.!]{0,80}?\s(?:does not exist|(?:do|does) not have|has insufficient|is not (?:a )?valid|violates)(?!\p{L}))`,
);

/** True when a text seems to report a failure. */
export function reportsFailure(text: string): boolean {
  // Full-width, escaped and invisible characters must not hide a word.
  const seen = normalized(text, 'NFKC')
    .replace(/\\u00([2-7][0-9a-f])/giu, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    )
    .replace(/[\p{Cf}\ufe00-\ufe0f]/gu, '')
    .replace(patches, '')
    .replace(denials, '$1');
  const words = seen.slice(Math.max(0, seen.search(/[\p{L}\p{N}]/u)));
  return (
    firstWords.test(words) ||
    firstSentence.test(words) ||
    firstStatus.test(words) ||
    firstPlain.test(words) ||
    firstOfSystem.test(words) ||
    firstOfClient.test(words) ||
    butNot.test(words) ||
    laterSentence.test(words) ||
    counted.some((pattern) => pattern.test(words)) ||
    firstSign.test(seen) ||
    markup.test(seen) ||
    firstMessage.test(seen) ||
    isNameOfFailure(words) ||
    onlyNo.test(seen.trim()) ||
    lineStart.test(seen) ||
    fields.some((pattern) => pattern.test(seen))
  );
}

function isNameOfFailure(words: string): boolean {
  const [name = ''] = firstName.exec(words) ?? [];
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]/gu, ' ');
  return parts !== name && inName.test(parts);
}
