const asks = [
  'please',
  'pls',
  'kindly',
  '(?:could|can|would|will) (?:you|one of you|somebody|someone)(?! (?:believe|imagine|like)\\b)',
  'would you be able to',
  'are you able to',
  'would you mind',
  '(?:i|we) (?:was|were|am|are)? ?(?:just )?wondering (?:if|whether) you (?:could|can|would)',
  'if you (?:could|would) (?:please|kindly)',
  '(?:i|we) (?:need|want|expect|ask|urge|beg) you to',
  "(?:i|we)(?:[’']d| would) (?:like|love) (?:you to|it if you (?:could|would))",
  "(?:i|we)(?:[’']d| would) (?:really |very much )?appreciate it if you (?:could|would|can)",
  "it (?:would|[’']d) be (?:great|good|nice|helpful|lovely) if you (?:could|can|would)",
  "(?:do not|don[’']t|not) forget to",
  'remember to',
  '(?:make|be) sure (?:to|you|that you)',
  "let[’']s",
  'need(?:s)? to be',
];
const asksElsewhere = [
  '(?:könnt(?:en|est)|kannst|können|würd(?:en|est)|wären|wärst) (?:sie|du|ihr)(?: bitte)?(?: so (?:gut|nett|freundlich))?,?',
  'bitte',
  'por favor,?',
  '[¿]?(?:podrías?|podrían|puedes?|pueden)(?: usted(?:es)?)?(?: por favor)?,?',
  "(?:pourriez|pouvez)-vous(?: (?:s[’']il vous plaît|svp))?,?",
  '(?:pourrais|peux)-tu,?',
  'je vous (?:prie|demande|remercie) de(?: bien vouloir)?',
  "merci de(?: bien vouloir)?(?! (?:votre|vos|ton|ta|tes|la|le|les|cette?|ces|(?:nous|m[’']) ?avoir)(?!\\p{L}))",
  'veuillez',
];
const duty =
  /^(?:(?:you|we|i) (?:need|have|ought) to|(?:you|we|i) (?:must|should))\s+(?:also\s+)?(?=\p{L})/iu;
const ask = askOf(asks);
const askElsewhere = askOf(asksElsewhere);
const askAtEnd =
  /(?:ください|下さい|いただけ(?:ます|ない|れば|ると)|願えます|ほしいです|请|請).{0,40}$/u;
const softener = /^(?:さて|また|なお|つきましては|あわせて|それでは)、/u;
const filler = /^(?:(?:please|kindly|also|just|maybe|perhaps|quickly|then|and|you)[,]?\s+)+/iu;

const courtesies =
  /^(?:(?:find|see) (?:the |our |my )?(?:attached|enclosed|below|above|more)|(?:find|see) (?:\S+ ){0,6}(?:attached|enclosed|below|above)\b|note\b|be (?:aware|advised|informed|careful|patient)|do(?:n[’']t| not)\b|never\b|let (?:me|us) know(?: if| should|[.!?]|$)|get in touch|feel free|accept (?:our|my)|(?:contact|call|email|e-mail|write to|ask) (?:us|me|our|support|customer)\b|click|tap\b|scan the qr|visit (?:us|our|https?)|view (?:it|this|your|the full|online)|read (?:more|on)\b|ignore\b|disregard\b|excuse\b|forgive\b|bear (?:with|in)|keep (?:in mind|up|me posted)|enjoy\b|have a\b|stay (?:tuned|safe)|take care|reach out|rate (?:us|your)|follow us|join us|sign up|subscribe|shop now|get (?:yours|started|well)|log ?in\b|thank you|beachten|antworten sie nicht)/iu;

const verbs =
  'add answer apply approve arrange ask assemble attach back(?=\\sup) book bring build buy calculate call cancel change check choose clean clear close collect compare complete confirm contact convert copy correct count create cut decide delete deliver describe design destroy discuss donate download draft drop edit e-?mail enter estimate evaluate explain export extend file fill find finish fix follow(?=\\s(?:up|through)) forward gather generate get give go(?=\\sthrough|\\sto|\\sover) hand hang hire identify import inform install invite investigate invoice issue keep list log look(?=\\s(?:at|into|up|for|over|through)) mail make mark measure meet merge message move negotiate notify open order organi[sz]e outline pack paint pay phone pick plan post prepare present print process propose publish put read rebook record refund register remind remit remove rename renew repair replace reply report request research reschedule reserve resolve respond return review revise run scan schedule select send set(?=\\s) settle share ship shred sign sort start stop submit suggest summari[sz]e take talk tell test text thank tidy transfer translate try turn update upgrade upload verify visit wash water wire(?!\\stransfer) write';
const verb = new RegExp(`^(?:${verbs.split(' ').join('|')})(?![\\p{L}\\p{N}’'-])`, 'iu');
const things =
  /^(?:answer|book|call|change|check|contact|copy|count|cut|design|draft|drop|e-?mail|estimate|file|fix|hand|invoice|issue|list|log|mail|mark|message|move|order|paint|phone|plan|post|present|process|record|refund|register|report|request|research|return|review|run|scan|schedule|share|ship|sign|sort|start|stop|talk|test|text|transfer|try|turn|update|upgrade|visit|wash|water)\b/iu;
const afterThing =
  /^\S+\s+(?:(?:is|are|was|were|has|have|had|will|would|from|of|in|by|no\.?|nr\.?|number|id|date|attached|enclosed|confirmation|confirmed|received|meeting|office|results?|label|due|status|overdue|history|notes?)\b|[#№]|\d|(?:\S+\s+){0,4}(?:is|are|was|were|has been|have been|had|will be)\b)|^\S+\s*[:–—(]/iu;
const noVerb =
  /^(?:[aio]|about|above|across|after|against|all|almost|along|already|although|always|amid|among|an|and|another|any|are|around|as|at|because|before|behind|being|below|beneath|beside|besides|between|beyond|both|but|by|can|could|despite|did|do|does|double|down|during|each|either|enough|especially|even|ever|every|except|few|for|former|from|given|had|half|has|have|he|hence|her|here|his|how|however|i|if|in|including|inside|instead|into|is|it|its|just|last|later|least|less|like|likewise|many|maybe|meanwhile|minus|more|most|much|my|near|neither|never|next|no|none|nor|not|notwithstanding|now|of|off|often|on|once|one|only|onto|opposite|or|other|our|out|outside|over|past|per|perhaps|plus|quite|rather|regarding|same|seems?|several|shall|she|should|since|so|some|soon|sorry|still|such|than|thanks?|that|the|their|then|there|these|they|this|those|though|through|throughout|thus|till|to|today|together|tomorrow|tonight|too|toward|towards|twice|two|under|underneath|unless|unlike|until|up|upon|us|versus|via|was|we|were|what|whatever|when|whenever|where|whereas|wherever|whether|which|while|who|whom|whose|why|will|with|within|without|worth|would|yes|yesterday|yet|you|your|need|needs|want|wants|wish|became|began|bought|broke|brought|built|came|caught|chose|drove|fell|felt|flew|forgot|found|gave|got|grew|heard|held|kept|knew|led|left|lost|made|meant|met|paid|ran|rode|said|saw|sent|sold|spent|spoke|stood|taught|thought|threw|told|took|understood|went|won|wore|wrote|hope|love|hi|hello|hey|dear|happy|good|great|enjoy|congratulations|welcome|cheers|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|\p{L}+(?:ly|ing|[^e]ed|[’']\p{L}+))(?![\p{L}\p{N}-])/iu;
const aboutThing =
  /^[\p{L}-]+\s+(?:(?:up|out|off|down|away)\s+)?(?:the|a|an|my|our|your|his|her|their|this|that|these|those|all|some|both)\s+[\p{L}\p{N}]/u;
const afterVerb = /^\S+\s+["“„«'(<`\p{L}\p{N}[€$£@#]/u;
const before =
  /^(?:(?:and|also|then|so|but|ok|okay|first|firstly|second|secondly|third|next|finally|lastly|afterwards|in addition|additionally)[,:]?\s+)+/iu;

function askOf(words: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s,;:(–—¿])(?:${words.join('|')})[,:]?\\s+(?=\\p{L})`, 'iu');
}

const abbreviation =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|st|no|nr|vs|approx|inc|ltd|co|jr|sr|nos|pp|e\.g|i\.e|etc|z\.b|bzw|ca|tel|ext|fig|vol|\p{Lu})\.$/iu;

const month =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/u;

export function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of line.matchAll(
    /(?:[.!?…]["”’)]?\s+|[。！？]\s*)(?=["“(¿¡「『]?[\p{L}\p{N}])/gu,
  )) {
    const end = index + gap.trimEnd().length;
    if (abbreviation.test(line.slice(Math.max(start, end - 12), end))) continue;
    // In “13. März”, the full stop ends no sentence.
    if (
      /\s\d{1,2}\.$/u.test(line.slice(Math.max(start, end - 4), end)) &&
      month.test(line.slice(index + gap.length))
    )
      continue;
    sentences.push(line.slice(start, end));
    start = index + gap.length;
  }
  sentences.push(line.slice(start));
  return sentences.map((one) => one.trim()).filter((one) => one !== '');
}

export function isCourtesy(sentence: string): boolean {
  return courtesies.test(sentence.replace(/^(?:please|kindly),?\s+/iu, ''));
}

/** True when a text seems to begin with an imperative, such as “Send the report”. */
export function isImperative(text: string): boolean {
  const bare = text.replace(before, '');
  if (courtesies.test(bare)) return false;
  if (!verb.test(bare)) return aboutThing.test(bare) && !noVerb.test(bare);
  return afterVerb.test(bare) && !(things.test(bare) && afterThing.test(bare));
}

export function instructionIn(sentence: string, isPlain: boolean): string | null {
  if (askAtEnd.test(sentence)) return sentence.replace(softener, '');
  const elsewhere = askElsewhere.exec(sentence);
  if (elsewhere) return requestElsewhere(sentence, elsewhere);
  const found = ask.exec(sentence) ?? duty.exec(sentence.replace(before, ''));
  if (!found) return isPlain && isImperative(sentence) ? sentence.replace(before, '') : null;
  const lead = found.input.slice(0, found.index).trim();
  const what = found.input.slice(found.index + found[0].length).replace(filler, '');
  if (what === '' || courtesies.test(what)) return null;
  if (/needs? to be\s+$/iu.test(found[0])) return sentence;
  if (/\bmind\s+$/iu.test(found[0])) return whatNot(what);
  if (lead === '' || before.test(`${lead} `)) return what;
  if (/^before (?:we|i) can\b/iu.test(lead)) return what;
  if (isCondition(lead)) {
    return `${lead.replace(/,$/u, '')}, ${what}`;
  }
  return /^\S+(?:\s\S+)?\s(?:it|them|this|that|these|those)\b/iu.test(what) ? sentence : what;
}

function requestElsewhere(sentence: string, found: RegExpExecArray): string | null {
  const what = sentence.slice(found.index + found[0].length).replace(/^(?:también|aussi)\s+/iu, '');
  if (courtesies.test(what)) return null;
  const isAtStart = found.index <= 1;
  const needsQuestion = /könn|würd|wär|pod|pued|pourr|pouv|peux/iu.test(found[0]);
  if (needsQuestion && !isAtStart && !/\?\s*$/u.test(sentence)) return null;
  return isAtStart ? what : sentence;
}

/** True for a further request in German or Spanish, such as “und nennen Sie …”. */
export function goesOnElsewhere(conjunction: string, clause: string): boolean {
  const and = conjunction.trim().toLowerCase();
  return (
    (and === 'und' && /^\p{L}+en\s+Sie(?!\p{L})/u.test(clause)) ||
    (and === 'y' && /^\p{L}+[aei]r(?:nos|me|les?|las?|los?)?\s/u.test(clause))
  );
}

export function isCondition(text: string): boolean {
  return /^(?:if|when|once|after|before|by|until|unless|as soon as|on|in|for)\b/iu.test(text);
}

function whatNot(what: string): string {
  const [first = '', ...rest] = what.split(/\s+/u);
  const stem = first.replace(/ing$/iu, '');
  const known = [stem, `${stem}e`, stem.slice(0, -1)].find((one) => verb.test(`${one} x`));
  return [known ?? first, ...rest].join(' ');
}
