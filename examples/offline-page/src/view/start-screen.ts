import { byId, setText } from './dom.js';

/** Shown while no catalog is open: how to open one. */
export class StartScreen {
  private readonly screen = byId('start');
  private readonly beside = byId('start-beside');

  /** Explains why no catalog was found beside the page. */
  showBeside(text: string): void {
    setText(this.beside, text);
    this.screen.hidden = false;
  }

  hide(): void {
    this.screen.hidden = true;
  }
}
