import type { Page } from "@playwright/test";

/** Types with the keyboard, and counts key groups: a run of characters is one, and so is every other key or combination. */
export class KeyGroups {
  count = 0;

  constructor(
    private readonly page: Page,
    /** Milliseconds between two characters. */
    private readonly delay = 0,
  ) {}

  async type(text: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.type(text, { delay: this.delay });
  }

  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }
}
