import type { Command } from 'commander';
import type { Catalog, Part } from '../../partdex.js';
import { withCatalog } from '../catalog-file.js';
import { CommandError, EXIT } from '../failure.js';
import { examples } from '../options.js';
import { uidOfPart } from '../part-number.js';
import { addQuestionArgument, readQuestion } from '../question.js';
import { addRequestOptions, type RequestOptions, readRequest } from '../request.js';
import { jsonText } from '../terminal/format.js';
import { print, type Terminal, warn } from '../terminal/terminal.js';
import { renderPlan } from '../views/plan-tree.js';
import { HIDDEN_MEMBERS } from '../views/records.js';
import { renderScore } from '../views/score-sheet.js';
import { renderUnderstood } from '../views/understood.js';

interface Options extends RequestOptions {
  part?: string;
  first?: boolean;
  json?: boolean;
}

/** `partdex explain`: how a search of parts runs, and how it applies to one part. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Shows how a search of parts is done: each step with its rows in and out, its time, and why it was done so. ' +
        'With --part also why that part is found or not, and where its score comes from. ' +
        'The search is done twice, and the second time is shown: the first one waits for the file.',
    )
    .argument('<catalog>', 'catalog file');
  addQuestionArgument(command)
    .option('--part <uid or mpn>', 'the part to explain')
    .option('--first', 'the first run, which also reads the file, and not the second');
  addRequestOptions(command)
    .optionsGroup('Output, a tree without this:')
    .option('--json', 'the explanation as JSON')
    .addHelpText(
      'after',
      examples(
        [
          "partdex explain parts.pdx -q 'thick film' -f 'specs.resistance.value:[1e3 TO 1e4]'",
          'what is done, and what takes how long',
        ],
        [
          "partdex explain parts.pdx -q '0603 x7r' --part CL10B104KB8NNNC",
          'why that part is where it is, or why it is not found',
        ],
        ['partdex explain parts.pdx 10k 0603 resistor', 'how a question is read, with the alternatives and the filter queries'],
        ['partdex explain parts.pdx -q x7r --facet brand.name --drilldown', 'what counting takes'],
      ),
    )
    .action((path: string, words: string[], options: Options) =>
      withCatalog(path, (catalog) => explain(catalog, words, options, terminal)),
    );
}

async function explain(catalog: Catalog, words: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const { stdout, stderr } = terminal;
  const given = await readRequest(options, 'parts', catalog, terminal);
  const question = await readQuestion(words, given, catalog);
  const request = question?.request ?? given;
  const uid = options.part === undefined ? undefined : await uidOf(options.part, catalog);
  // Warm, as in a program that keeps its catalog open, unless the start itself is to be explained.
  if (!options.first) await catalog.parts.search(request);
  const explanation = await catalog.parts.explain(request, uid);
  if (options.json) {
    print(stdout, `${jsonText(question ? { ...explanation, understood: question.understood } : explanation, 2)}\n`);
    return;
  }
  warn(stderr, explanation.warnings);
  const blocks = [renderPlan(explanation.plan, stdout)];
  if (question) blocks.unshift(renderUnderstood(question.understood, catalog, stdout, { isWhole: true }));
  if (explanation.score) {
    const part = (await catalog.parts.get(explanation.score.uid, { include: HIDDEN_MEMBERS })) as Part;
    blocks.push(renderScore(explanation.score, explanation, part, stdout));
  }
  print(stdout, `${blocks.join('\n\n')}\n`);
}

async function uidOf(text: string, catalog: Catalog): Promise<string> {
  const uid = await uidOfPart(text, catalog);
  if (uid === undefined) throw new CommandError(`there is no part with the uid or part number "${text}"`, EXIT.failure);
  return uid;
}
