/**
 * The word list of the style sheet ("How we write" in CONTRIBUTING.md), checked by `npm run words`.
 *
 * `find` is a regular expression for text in lower or upper case; a blank in it matches line breaks too. Keep it narrow: an
 * entry that rejects good sentences is worse than none. `where` limits an entry to some kinds of text (default: all three):
 * `prose` is Markdown, `comment` and `string` are parts of a program. `name` (never by default) is the code around them.
 */

const IDIOMS = [
  {
    find: /(?:is|are|was|were|be|been|being) told/,
    why: 'Nothing is told to a reader of code.',
    better: 'is reported, is returned, learns',
  },
  {
    find: /told (?:as|of|in|with|by|what|where|once|apart|about|together)/,
    why: 'As "is told".',
    better: 'reported as, returned with',
  },
  { find: /tells/, why: 'Values and functions do not talk.', better: 'reports, returns, shows, says, distinguishes' },
  {
    find: /(?:is|are|was|were|be|been|being) asked(?! to\b)/,
    why: 'Name the request.',
    better: 'is requested, is queried, is called with',
  },
  { find: /asked of/, why: 'Name the request.', better: 'requested from, sent to' },
  {
    find: /ask(?:s|ing)? (?:a|an|the|its|each|every|this|that|one|another) (?:catalog|collection|segment|index|engine|server|worker|thread|field|column|dictionary|service|api|source|oracle)/,
    why: 'A program does not ask its modules.',
    better: 'queries, calls, searches, reads',
  },
  {
    find: /(?:what|all that|as|than|when|where) (?:it|one|somebody|someone|a (?:request|search|query|caller|program|user)|requests|searches) asks?(?! for\b| to\b)/,
    why: 'Name the request.',
    better: 'the request, what it requests',
  },
  { find: /who(?:ever)? asks?/, why: 'Name the caller.', better: 'the caller, the client' },
  { find: /whoever|whosoever|whichever way/, why: 'Name the actor.', better: 'the caller, any client' },
  { find: /somebody|nobody/, why: 'Name the actor.', better: 'a user, no caller' },
  {
    find: /as one (?:types|sees|asks|writes|reads)|one (?:types|sees|asks|writes)/,
    why: '"One" as a pronoun reads like a translation.',
    better: 'as you type, the user types',
  },
  {
    find: /(?:stands|stand|stood|standing)(?! (?:for|in for|alone)\b|-| order)/,
    why: '"Stands" for "is" is a metaphor.',
    better: 'is, is in, occurs, appears, follows',
  },
  { find: /so many(?! [^.;:]{1,60}\bthat\b)/, why: 'The number is missing.', better: 'that many, n, up to the limit' },
  {
    find: /(?:for|at most|up to|with|after|within|every) so (?:few|much|long)/,
    why: 'The amount is missing.',
    better: 'for that long, for n ms',
  },
  {
    find: /(?<!\b(?:there|where|here) (?:also |still |really |now )?)(?<!\bif )(?<!\bthough )(?:is|are|was|were) no(?! (?:longer|more|less|fewer|later|earlier|bigger|larger|smaller|greater|lower|higher|longer|shorter|older|newer|worse|better|faster|slower|different|such|one|way|need|use|point|good|reason|wonder|op)\b|-|\.)/,
    why: 'Negate the verb, not the noun.',
    better: 'is not a …, is not an …',
  },
  {
    find: /(?<!\b(?:there|default) )(?:is|are|was|were) none(?! of\b)/,
    why: 'Negate the verb.',
    better: 'is not one, does not exist, is invalid',
  },
  { find: /(?:nothing|none) but/, why: 'Say it positively.', better: 'only' },
  { find: /(?:, |all |any |every\w* |none |nothing )but for/, why: 'Old-fashioned.', better: 'except' },
  { find: /anew/, why: 'Old-fashioned.', better: 'again; "is built anew": "is rebuilt"' },
  { find: /an own(?! propert)/, why: 'Not English.', better: 'its own, a separate' },
  { find: /of which (?:one|some|each|every)/, why: 'Split the sentence.', better: 'one of them, some of which' },
  { find: /what there (?:is|are|was|were)/, why: 'Name it.', better: 'the available values, the existing rows' },
  {
    find: /what (?:comes|came|goes|went) (?:out|in|back|after|before)/,
    why: 'Name it.',
    better: 'the output, the input, the result',
  },
  {
    find: /what (?:is|was) (?:wanted|shown|counted)(?! by\b)|what is found(?! by\b)/,
    why: 'Name it.',
    better: 'the hits, the counts, the shown members',
  },
  { find: /once for all(?! time)/, why: 'Not the idiom.', better: 'once, on first use' },
  { find: /giv(?:e|es|ing) way|gave way/, why: 'The term of the field is shorter.', better: 'yields' },
  { find: /mend(?:s|ed|ing)?/, why: 'Programs are not clothes.', better: 'fixes, repairs, corrects' },
  { find: /under the hands?|in the hands? of/, why: 'Metaphor.', better: 'while it is in use' },
  {
    find: /hand(?:s|ing)? (?:it|them|the|a|an|its|over|back|out|on|down|in)|handed (?:to|over|back|out|on|down|in)/,
    why: 'Metaphor.',
    better: 'pass, return',
  },
  {
    find: /(?:score|index|file|table|list|section|engine|format|dictionary|column|segment|request|search|schema) knows/,
    why: 'Data does not know.',
    better: 'has, contains, records',
  },
  { find: /says? so/, why: 'Say what it reports.', better: 'reports it' },
  {
    find: /(?:other|another|different|all kinds of|one) writings?/,
    why: 'A false friend.',
    better: 'spelling, notation, format',
  },
  {
    find: /(?:to do|at|busy with|comes|stops?) (?:whatever|with what) (?:they|it) (?:are|is) at/,
    why: 'Metaphor.',
    better: 'in any phase',
  },
  {
    find: /(?:thereof|whereof|wherein|therein|whence|thence|hitherto|thereupon|whereupon|hereby|herein|hereof|forthwith|henceforth|ought|shall|upon|albeit|lest|nigh)/,
    why: 'Old-fashioned.',
    better: 'of it, where, must, on, though',
  },
  {
    find: /(?:obviously|of course|needless to say|resp\.)/,
    why: 'Adds nothing, or is an abbreviation.',
    better: 'leave it out, "and … respectively"',
  },
  { find: /to be had|goes without|make do|will do(?= nicely|[.;,])/, why: 'Colloquial.', better: 'is available, works' },
  { find: /(?:in|for) vain/, why: 'Metaphor.', better: 'without a result' },
  { find: /turn(?:s|ed)? it out|it is so that|is it so/, why: 'Not the idiom.', better: 'rewrite the sentence' },
  {
    find: /(?<!\bleft )behind (?:white space|an? (?:term|member|word|token|lone)|the (?:last|first|other|end|colon|comma|token|word|term|member|name|number|header))/,
    why: 'In a text or list, things come after one another.',
    better: 'after',
  },
  { find: /some [0-9]+/, why: 'Reads as "several".', better: 'about 30' },
  { find: /one's own/, why: '"One" as a pronoun reads like a translation.', better: 'your own' },
  { find: /the next (?:who|that) (?:asks?|comes?|needs?)/, why: 'Name the caller.', better: 'the next caller' },
  {
    find: /hearing|heard/,
    why: 'Metaphor.',
    better: 'idle timeout, last activity',
    where: ['prose', 'comment', 'string', 'name'],
  },
  {
    find: /scenes?|desks?|workbench(?:es)?/,
    why: 'Metaphor.',
    better: 'fixture, context, setup',
    where: ['prose', 'comment', 'string', 'name'],
  },
  { find: /may it|be it/, why: 'Inverted.', better: 'even if, whether', where: ['prose', 'comment'] },
];

/** British spelling; `catalog`, `program`, `disk` and `dialog` are written so. Names of platforms (`color` of CSS) stay. */
const SPELLING = [
  {
    find: /(normal|summar|serial|optim|recogn|organ|minim|maxim|initial|real|categor|prior|character|capital|synchron|special|general|util|custom|material|emphas|final|visual|local)iz(e|es|ed|er|ers|ing|ation|ations)/,
    why: 'One spelling: British.',
    better: '…is…',
    where: ['prose', 'comment'],
  },
  {
    find: /(?:behavior|neighbor|favor|honor|labor|rumor|vapor)(?:s|ed|ing|al|hood|ite|able)?/,
    why: 'One spelling: British.',
    better: '…our…',
  },
  { find: /color(?:s|ed|ing)?/, why: 'One spelling: British.', better: 'colour', where: ['prose', 'comment'] },
  {
    find: /analyz(?:e|es|ed|er|ers|ing)|catalyz\w+|paralyz\w+/,
    why: 'One spelling: British.',
    better: 'analyse',
    where: ['prose', 'comment'],
  },
  {
    find: /(?:center|centered|gray|artifacts?|catalogues?|dialogue|programme)/,
    why: 'One spelling for the project.',
    better: 'centre, grey, artefact, catalog, dialog, program',
    where: ['prose', 'comment'],
  },
  {
    find: /cancel(?:ed|ing)|label(?:ed|ing)|travel(?:ed|ing)|model(?:ed|ing)|signal(?:ed|ing)|totaled|fulfills?/,
    why: 'One spelling: British.',
    better: 'cancelled, labelled, modelled',
    where: ['prose', 'comment'],
  },
  { find: /(?:defense|offense|a license to)/, why: 'One spelling: British.', better: '…ce', where: ['prose', 'comment'] },
];

const MISSPELLINGS = Object.entries({
  accross: 'across',
  'acomm?odat\\w+|accomodat\\w+': 'accommodate',
  'adress(?:es|ed)?': 'address',
  'aquir\\w+': 'acquire',
  'arguement\\w*': 'argument',
  begining: 'beginning',
  'beleive\\w*': 'believe',
  calender: 'calendar',
  'comparision\\w*': 'comparison',
  'concious\\w*': 'conscious',
  'definately|definitly': 'definitely',
  'dependan(?:t|cy|cies)': 'dependent, dependency',
  'existan(?:t|ce)': 'existent, existence',
  explaination: 'explanation',
  foward: 'forward',
  'guarentee\\w*|garantee\\w*|gaurantee\\w*': 'guarantee',
  'heigth|hieght': 'height',
  'immediatly|imediately': 'immediately',
  'independant\\w*': 'independent',
  'lenght\\w*': 'length',
  'neccess?ar\\w+|necesar\\w+': 'necessary',
  'occured|occuring|occurence\\w*|occurance\\w*': 'occurred, occurrence',
  'paralell?\\w*|parralel\\w*': 'parallel',
  'permanant\\w*': 'permanent',
  'possib(?:ilty|lity)': 'possibility',
  'preceeds?|preceed(?:ed|ing)': 'precede',
  'prefered|prefering': 'preferred',
  'priviledge\\w*': 'privilege',
  'reciev\\w+': 'receive',
  'refered|refering': 'referred',
  'relevent|relevan(?:s|ce)y': 'relevant',
  'responce\\w*': 'response',
  'retreiv\\w+': 'retrieve',
  'seperat\\w+': 'separate',
  'similiar\\w*': 'similar',
  'succes|succesful\\w*|successfull|sucess\\w*': 'success',
  'suffic(?:ent|iant)': 'sufficient',
  'supress\\w*': 'suppress',
  'syncron\\w+|synchronis(?:ly)': 'synchron…',
  'teh|hte|taht|thier|wich|whith|becuase|becasue': 'the, that, their, which, with, because',
  'threshhold\\w*|treshold\\w*': 'threshold',
  'transfered|transfering': 'transferred',
  truely: 'truly',
  untill: 'until',
  usefull: 'useful',
  wether: 'whether',
  'writen|writting': 'written, writing',
}).map(([source, better]) => ({ find: new RegExp(source), why: 'Misspelled.', better }));

const REPEATED = {
  find: /(the|a|an|of|to|is|are|and|or|in|on|for|with|it|be|as|by|at|from) \1/,
  why: 'A word too many.',
  better: 'the word once',
  where: ['prose', 'comment'],
};

export const WORDS = [...IDIOMS, ...SPELLING, ...MISSPELLINGS, REPEATED];
