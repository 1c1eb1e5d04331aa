import { Option } from 'commander'

/** An option whose default is filled in elsewhere, as from the config file: its help says what that is. */
export class UsualOption extends Option {
  readonly usual: string

  constructor(flags: string, about: string, usual: string) {
    super(flags, `${about} (default: ${usual})`)
    this.usual = usual
  }
}
