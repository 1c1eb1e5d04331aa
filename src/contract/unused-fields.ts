import type { z } from 'zod'
import { optionalText } from './common-fields.ts'
import { field, type Rule } from './field.ts'
import { notEmpty, plainType, required, stringType, validUrl, validUuid } from './field-rules.ts'

/** Fields that spec 7.3 has messages for, but no specified endpoint: kept as rules, used by none (D41). */
export const unusedFields = {
  returnURL: optionalText('Return URL', 'Where the customer goes afterwards.', validUrl('Return URL')),
  id: text('ID', 'A UUID.', stringType('ID'), validUuid('ID')),
  firstName: text('first name', 'First name.'),
  lastName: text('last name', 'Last name.'),
  phoneNumber: phoneNumber(),
  virtualAccountNumber: text('virtual account number', 'Number of a virtual account.'),
  message: text('message', 'Message.', stringType('message')),
  username: text('username', 'User name.'),
  code: text('code', 'Code.'),
  date: text('date', 'Date.'),
  channels: optionalText('channels', 'Channels.'),
}

function text(
  spoken: string,
  description: string,
  type = plainType(spoken),
  ...more: readonly Rule[]
): z.ZodType<string> {
  return field(description, [required(spoken), type, notEmpty(spoken), ...more])
}

// Spec 7.3 counts characters, 8.3 digits: characters it is, as in D41.
function phoneNumber(): z.ZodType<string> {
  const spoken = 'phone number'
  const description = '10 to 15 characters: digits, + - ( ) and spaces.'
  return text(
    spoken,
    description,
    plainType(spoken),
    {
      message: 'phone number must be 10 to 15 characters long',
      passes: (value) => typeof value === 'string' && value.length >= 10 && value.length <= 15,
      jsonSchema: { minLength: 10, maxLength: 15 },
    },
    {
      message: 'phone number must contain only digits, +, -, parentheses or spaces',
      passes: (value) => typeof value === 'string' && /^[\d+\-() ]+$/.test(value) && /\d/.test(value),
    },
  )
}
