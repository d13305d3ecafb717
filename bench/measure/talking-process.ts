import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** How a process ended that was expected to answer. */
export interface Ended {
  readonly ended: 'killed' | 'died';
  /** The signal that ended it, or its exit status. */
  readonly by: string;
}

/** The answer of a process, or how it ended instead. */
export type Reply<T> = { readonly answer: T } | Ended;

/** An error that a process reports about itself. */
interface Fault {
  readonly fault: string;
}

/** A process that runs `workers/<name>.ts` and answers one message after the other until it is ended. */
export class TalkingProcess<Question extends object, Answer> {
  private readonly child: ChildProcess;
  private ended: Ended | undefined;

  constructor(name: string) {
    const path = fileURLToPath(new URL(`workers/${name}.js`, import.meta.url));
    this.child = fork(path, { execArgv: ['--expose-gc', '--enable-source-maps'], serialization: 'advanced' });
    this.child.once('exit', (code, signal) => {
      this.ended ??= { ended: 'died', by: signal ?? `status ${code}` };
    });
    // If sending fails, the process has ended; its exit event reports it.
    this.child.on('error', () => {});
  }

  /**
   * The answer to a message. A process that takes longer is killed.
   * @param deadline milliseconds, unlimited by default
   */
  ask(question: Question, deadline = Number.POSITIVE_INFINITY): Promise<Reply<Answer>> {
    if (this.ended) return Promise.resolve(this.ended);
    return new Promise((resolve, reject) => {
      const timer = Number.isFinite(deadline) ? setTimeout(() => this.kill(), deadline) : undefined;
      const finish = () => {
        clearTimeout(timer);
        this.child.off('message', hear);
        this.child.off('exit', exit);
      };
      const hear = (message: Reply<Answer> | Fault) => {
        finish();
        if ('fault' in message) reject(new Error(message.fault));
        else resolve(message);
      };
      const exit = () => {
        finish();
        resolve(this.ended as Ended);
      };
      this.child.on('message', hear);
      this.child.on('exit', exit);
      this.child.send(question);
    });
  }

  private kill(): void {
    this.ended ??= { ended: 'killed', by: 'deadline' };
    this.child.kill('SIGKILL');
  }

  /** Ends the process; it no longer answers. */
  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.kill();
    await gone;
  }
}

/** The handler of a process for the messages of a `TalkingProcess`. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', async (question) => {
    try {
      process.send?.({ answer: await answer(question as Question) });
    } catch (error) {
      process.send?.({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
