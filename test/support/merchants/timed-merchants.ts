import { setTimeout } from 'node:timers/promises'
import { Merchant, type Order, type TransactionRecord } from './merchant.ts'
import { PayingMerchant, type Withdrawal } from './paying-merchant.ts'

/** Only notes a webhook; a timer does the work, here when `/cron` is called. */
export class NotesTheWebhook extends Merchant {
  readonly #notes: (() => Promise<void>)[] = []

  override async askOpen(): Promise<void> {
    for (const note of this.#notes.splice(0)) await note()
  }

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    this.#notes.push(() => super.learn(order, record))
  }
}

/** Notes every webhook without a check of its signature. */
export class NotesForgedWebhooks extends NotesTheWebhook {
  protected override isSigned(): boolean {
    return true
  }
}

/** Never does the work that it has noted. */
export class ForgetsTheNotes extends NotesTheWebhook {
  override async askOpen(): Promise<void> {}
}

/** As `NotesTheWebhook`, with a timer that comes three seconds later. */
export class WorksAfterThreeSeconds extends Merchant {
  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    void setTimeout(3000, null, { ref: false }).then(() => super.learn(order, record))
  }
}

/** Only notes how a payout ended; a timer gives the money back, here when `/cron` is called. */
export class NotesThePayout extends PayingMerchant {
  readonly #notes: (() => void)[] = []

  override async askOpen(): Promise<void> {
    for (const note of this.#notes.splice(0)) note()
  }

  protected override learnPayout(withdrawal: Withdrawal, record: TransactionRecord): void {
    this.#notes.push(() => super.learnPayout(withdrawal, record))
  }
}

/** Shows a payout as FAILED at once, and gives the money back three seconds later. */
export class GivesBackAfterThreeSeconds extends PayingMerchant {
  protected override failed(withdrawal: Withdrawal): void {
    withdrawal.state = 'failed'
    void setTimeout(3000, null, { ref: false }).then(() => super.failed(withdrawal))
  }
}
