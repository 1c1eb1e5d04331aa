export interface Country {
  /** In ASCII letters, as hints show it. */
  readonly name: string
  /** ITU calling code, without plus; three digits for every country in the table. */
  readonly callingCode: string
  /** Dialled before a national number inside the country; empty if there is none. */
  readonly trunkPrefix: '0' | ''
  readonly mobileDigits: number
  readonly mobile: RegExp
}

/**
 * The mobile numbering plans of the countries whose currencies spec 2.4 lists, by ISO 3166 code (D17). Only current plans:
 * CI has ten digits since 2021, BJ since 2024, GA eight after the zero since 2019. Source: libphonenumber's metadata,
 * against which a test holds every row.
 */
export const countries = {
  GH: {
    name: 'Ghana',
    callingCode: '233',
    trunkPrefix: '0',
    mobileDigits: 9,
    mobile: /^(?:(?:2(?:[0346-9]\d|5[67])|5(?:[03-7]\d|9[1-9]))\d{6})$/,
  },
  NG: {
    name: 'Nigeria',
    callingCode: '234',
    trunkPrefix: '0',
    mobileDigits: 10,
    mobile: /^(?:(?:702[0-24-9]|819[01])\d{6}|(?:7(?:0[13-9]|[12]\d)|8(?:0[1-9]|1[0-8])|9(?:0[1-9]|1[0-6]))\d{7})$/,
  },
  KE: {
    name: 'Kenya',
    callingCode: '254',
    trunkPrefix: '0',
    mobileDigits: 9,
    mobile: /^(?:(?:1(?:0[0-8]|[18]\d|2[014]|3[05-9]|4[0-6])|7\d\d)\d{6})$/,
  },
  UG: {
    name: 'Uganda',
    callingCode: '256',
    trunkPrefix: '0',
    mobileDigits: 9,
    mobile: /^(?:7(?:28|34)0\d{5}|7(?:[014-8]\d|2[01467]|3[0-267]|9[0-589])\d{6})$/,
  },
  TZ: {
    name: 'Tanzania',
    callingCode: '255',
    trunkPrefix: '0',
    mobileDigits: 9,
    mobile: /^(?:(?:6[0-35-9]|7\d)\d{7})$/,
  },
  ZM: {
    name: 'Zambia',
    callingCode: '260',
    trunkPrefix: '0',
    mobileDigits: 9,
    mobile: /^(?:(?:[59][5-8]|7[5-9])\d{7})$/,
  },
  // XOF
  CI: {
    name: "Cote d'Ivoire",
    callingCode: '225',
    trunkPrefix: '',
    mobileDigits: 10,
    mobile: /^(?:0[157]\d{8})$/,
  },
  SN: {
    name: 'Senegal',
    callingCode: '221',
    trunkPrefix: '',
    mobileDigits: 9,
    mobile: /^(?:7(?:[015-8]\d|21|90)\d{6})$/,
  },
  BJ: {
    name: 'Benin',
    callingCode: '229',
    trunkPrefix: '',
    mobileDigits: 10,
    mobile: /^(?:01(?:2[5-9]|[4-69]\d)\d{6})$/,
  },
  BF: {
    name: 'Burkina Faso',
    callingCode: '226',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:(?:0[1-7]|4[4-6]|5[0-8]|[67]\d)\d{6})$/,
  },
  ML: {
    name: 'Mali',
    callingCode: '223',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:2(?:0(?:01|79)|17\d)\d{4}|(?:5[0-3]|[679]\d|8[2-59])\d{6})$/,
  },
  NE: {
    name: 'Niger',
    callingCode: '227',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:(?:23|7[0467]|[89]\d)\d{6})$/,
  },
  TG: {
    name: 'Togo',
    callingCode: '228',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:(?:7[0-389]|9[0-36-9])\d{6})$/,
  },
  GW: {
    name: 'Guinea-Bissau',
    callingCode: '245',
    trunkPrefix: '',
    mobileDigits: 9,
    mobile: /^(?:9(?:5\d|6[569]|77)\d{6})$/,
  },
  // XAF
  CM: {
    name: 'Cameroon',
    callingCode: '237',
    trunkPrefix: '',
    mobileDigits: 9,
    mobile: /^(?:(?:24[23]|6(?:[25-9]\d|4[0-2]))\d{6})$/,
  },
  GA: {
    name: 'Gabon',
    callingCode: '241',
    trunkPrefix: '0',
    mobileDigits: 8,
    mobile: /^(?:(?:7[467]\d|6(?:0[0-4]|10|[256]\d))\d{5})$/,
  },
  CG: {
    name: 'Congo',
    callingCode: '242',
    trunkPrefix: '',
    mobileDigits: 9,
    mobile: /^(?:026(?:1[0-5]|6[6-9])\d{4}|0(?:[14-6]\d\d|2(?:40|5[5-8]|6[07-9]))\d{5})$/,
  },
  TD: {
    name: 'Chad',
    callingCode: '235',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:(?:3[01]|[69]\d|77|8[5-7])\d{6})$/,
  },
  CF: {
    name: 'Central African Republic',
    callingCode: '236',
    trunkPrefix: '',
    mobileDigits: 8,
    mobile: /^(?:7[02-7]\d{6})$/,
  },
  GQ: {
    name: 'Equatorial Guinea',
    callingCode: '240',
    trunkPrefix: '',
    mobileDigits: 9,
    mobile: /^(?:(?:222|55\d)\d{6})$/,
  },
} satisfies Record<string, Country>

export type CountryCode = keyof typeof countries

export const countryCodes = Object.keys(countries) as readonly CountryCode[]
