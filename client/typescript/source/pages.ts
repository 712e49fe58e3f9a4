// Lists that are read page by page, as far as somebody goes on.

export interface Page<Item> {
  items: readonly Item[];
  // Where the next page begins; absent after the last one.
  next: string | undefined;
}

// All items of a list: `for await` takes one after the other, and asks for a page when it is due.
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (after: string | undefined) => Promise<Page<Item>>;

  constructor(read: (after: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const items of this.pages()) yield* items;
  }

  // Page by page.
  async *pages(): AsyncGenerator<readonly Item[], void, undefined> {
    let after: string | undefined;
    do {
      const page: Page<Item> = await this.#read(after);
      yield page.items;
      after = page.next;
    } while (after !== undefined);
  }

  // All of them at once, however many they are.
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const page of this.pages()) items.push(...page);
    return items;
  }
}
