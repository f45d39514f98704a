import { expect } from "@playwright/test";
import type { Locator, Page } from "@playwright/test";

/** A check of a test before a step is saved. */
type PageCheck = () => Promise<void>;

const WEEKDAYS = ["月", "火", "水", "木", "金", "土", "日"];
const unchecked: PageCheck = async () => {};

/** The steps on the page of a restaurant's templates, and in the dialogs of one of them. */
export class Template {
  readonly card: Locator;
  readonly dialog: Locator;
  readonly preview: Locator;

  constructor(
    private readonly page: Page,
    private readonly title: string,
  ) {
    this.card = page.getByRole("region", { name: title });
    this.dialog = page.getByRole("dialog");
    this.preview = this.dialog.getByRole("button", { name: "確認する" });
  }

  /** Of every seat of the first group. */
  async create(check = unchecked): Promise<void> {
    await this.page.getByRole("link", { name: "テンプレートを作成" }).click();
    await this.page.getByLabel("テンプレート名").fill(this.title);
    const save = this.page.getByRole("button", { name: "保存" });
    await expect(save, "a template has seats").toBeDisabled();
    await this.page.getByRole("checkbox", { name: "すべての席" }).check();
    await check();
    await save.click();
    await expect(this.card.getByText("設定が足りないため補充されません：人数・時間・コース")).toBeVisible();
    await expect(this.card.getByRole("button", { name: "枠を補充" })).toBeDisabled();
  }

  private async change(part: string, fill: PageCheck): Promise<void> {
    await this.card.getByRole("button", { name: `${this.title}の${part}を設定` }).click();
    await fill();
    await this.dialog.getByRole("button", { name: "保存" }).click();
    await expect(this.dialog).toBeHidden();
  }

  offerEveryCount(check = unchecked): Promise<void> {
    return this.change("人数", async () => {
      await expect(this.dialog.getByRole("button", { name: "保存" }), "nothing is ticked").toBeDisabled();
      await this.dialog.getByRole("checkbox", { name: "すべての人数" }).check();
      await check();
    });
  }

  /** Offers two hours from a start, or from the first option; `check` receives the span. */
  async offerTime(start?: string, check?: (span: string[]) => Promise<void>): Promise<void> {
    await this.change("時間", async () => {
      const choice = this.dialog.getByLabel("開始時間");
      const starts = await choice.getByRole("option").allTextContents();
      const from = start ?? starts[1] ?? "";
      const till = `${String(Number(from.slice(0, 2)) + 2).padStart(2, "0")}${from.slice(2)}`;
      await choice.selectOption(from);
      await expect(this.dialog.getByLabel("終了時間"), "two hours later").toHaveValue(till);
      await this.dialog.getByRole("button", { name: "追加", exact: true }).click();
      await check?.([from, till]);
    });
  }

  offerFirstCourse(check = unchecked): Promise<void> {
    return this.change("コース", async () => {
      await expect(this.dialog.getByRole("button", { name: "保存" }), "no course is chosen").toBeDisabled();
      await this.dialog.getByRole("checkbox").first().check();
      await check();
    });
  }

  async offerEveryWeekday(check = unchecked): Promise<void> {
    await this.change("曜日", async () => {
      for (const day of WEEKDAYS) await this.dialog.getByRole("checkbox", { name: day }).check();
      await check();
    });
    await expect(this.card.getByText(WEEKDAYS.join("・"))).toBeVisible();
  }

  async openRefill(): Promise<void> {
    await this.card.getByRole("button", { name: "枠を補充" }).click();
  }

  /** Previews the refill of these days. */
  async previewSpan(from: string, till: string): Promise<void> {
    await this.dialog.getByLabel("開始日").fill(from);
    await this.dialog.getByLabel("終了日").fill(till);
    await this.preview.click();
  }

  async fill(slots: number): Promise<void> {
    await expect(this.dialog.getByText(`${slots}枠を作成し、0日をスキップします。`)).toBeVisible();
    await this.dialog.getByRole("button", { name: `${slots}枠を補充する` }).click();
    await expect(this.page.getByText(`${slots}枠を作成し、0日をスキップしました。`)).toBeVisible();
  }
}
