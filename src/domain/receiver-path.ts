/** Where the sandbox itself receives webhooks, for whoever has no server yet: the one path of its own that webhooks may go to. */
export const receiverPath = '/_sandbox/receiver'
