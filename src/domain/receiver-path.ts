/** Path of the sandbox's own receiver, the only path of the sandbox that webhooks may reach. */
export const receiverPath = '/_sandbox/receiver'
