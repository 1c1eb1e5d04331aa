import { nigerianBanks } from '../../src/catalogue/banks.ts'
import { type CountryCode, countries, countryCodes } from '../../src/catalogue/countries.ts'
import { countriesOf, currencies, currencyCodes } from '../../src/catalogue/currencies.ts'
import { codesOf, networks } from '../../src/catalogue/networks.ts'
import { resultNames } from '../../src/catalogue/results.ts'
import { builtInResult } from '../../src/domain/result.ts'
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { shipped } from '../scenarios/scenario-folders.ts'
import { code, codes, page, table } from './markdown.ts'

export function networksPage(): string {
  const rows = networks.map((network) => {
    const { name, callingCode } = countries[network.country]
    const prefixes = network.prefixes.map((prefix) => `${callingCode} ${prefix}`).join(', ')
    return [name, network.name, codes(codesOf(network)), prefixes]
  })
  const numbers = countryCodes.map((country) => {
    const { name, callingCode, trunkPrefix, mobileDigits } = countries[country]
    const prefix = trunkPrefix === '' ? 'none' : code(trunkPrefix)
    return [name, code(country), currencyOf(country), `+${callingCode}`, prefix, String(mobileDigits)]
  })
  return page(
    'Mobile networks',
    'A request names a network by its code, alone or with its country: `MTN` or `MTN_GH`.',
    `The beginning of a phone number shows its network. When number and code do not match, the collection or payout fails with
code 5100. The setting [\`networkMismatch\`](settings.md) changes that. A number whose beginning is not in this table passes
with any code, unless the code ends in another country than the number's: \`WAVE_SN\` with a number of Mali.`,
    table(['country', 'network', 'codes', 'numbers begin with'], rows),
    '## Phone numbers',
    `A number can be written in any usual form: \`0241234567\`, \`+233 24 123 4567\`, \`00233241234567\`. A number without a
calling code belongs to the currency's country. Several countries share XOF and XAF: there it belongs to the first of the
currency, unless the network ends in another (\`ORANGE_SN\`) or the setting [\`homeCountries\`](settings.md) names one. Marks that
come along with a pasted number are ignored, and digits of every script are digits.`,
    table(['country', 'code', 'currency', 'calling code', 'prefix inside the country', 'digits after it'], numbers),
  )
}

function currencyOf(country: CountryCode): string {
  return code(currencyCodes.find((currency) => countriesOf(currency).includes(country)) ?? 'none')
}

export function banksPage(): string {
  return page(
    'Banks',
    `A virtual account is opened at the bank that \`network\` names by its three-digit code. The record then shows the bank's name.
Any other code gets \`Sandbox Bank\`.`,
    table(
      ['code', 'bank'],
      [...nigerianBanks].map(([bank, name]) => [code(bank), name]),
    ),
    `Account numbers have ten digits. With a three-digit bank code, the last one is the right check digit (NUBAN).`,
    'Bank payouts take any text as `bank`: the specification lists no codes for them.',
  )
}

export function currenciesPage(): string {
  const rows = currencyCodes.map((currency) => {
    const { decimals } = currencies[currency]
    const names = countriesOf(currency).map((country) => countries[country].name)
    return [code(currency), String(decimals), (10 ** -decimals).toFixed(decimals), names.join(', ') || 'none']
  })
  return page(
    'Currencies',
    `Amounts are in major units: \`10.5\` is 10 cedis and 50 pesewas. An amount has at most as many decimal places as this table
says, and is at most 10^15 of the smallest unit.`,
    table(['currency', 'decimal places', 'smallest amount', 'phone numbers of'], rows),
    `A business can use all of them, or only those of the setting [\`currencies\`](settings.md). Each has a wallet. Exchange rates are a
[setting](settings.md) too.`,
  )
}

export function resultsPage(): string {
  const rows = resultNames
    .map(builtInResult)
    .map(({ name, code: number, source, text, ...shown }) => [
      code(name),
      number,
      source,
      text,
      shown.telcoResponse ?? '`null`',
      shown.providerMessage,
      codes(shipped.scenarios.filter((scenario) => resultOf(scenario) === name).map((scenario) => scenario.name)),
    ])
  return page(
    'Results',
    `A final record has a \`message\` of three parts: \`code | source | text\`. \`0000\` is success, every other code is a failure.
Several results share the code 4200, so scenario files and \`payments-sandbox fail\` name a result by its name:
\`outcome: { failed: wrong_pin }\`.`,
    table(['result', 'code', 'source', 'text', '`telco_response`', '`provider_message`', 'scenarios'], rows),
    'The last column names the [shipped scenarios](magic-numbers.md) whose `outcome` is the result. Others come to a result in another way.',
    'In your code, decide by the code and not by the text. Have an answer for a code that you do not know: the status FAILED is enough.',
    'A scenario file can add results of its own: [scenario keys](scenario-keys.md#results).',
  )
}

/** The result that a scenario is about; null for the many that are approved in a way of their own. */
function resultOf({ name, outcome }: Scenario): string | null {
  if (outcome.kind === 'failed') return outcome.result.name
  if (name === shipped.defaultScenario) return 'approved'
  return outcome.kind === 'expired' ? 'expired' : null
}
