<?php
// A merchant with nothing but PHP: a shop behind PHP's own server, its orders in a file. MISTAKE names what is wrong with it.

const ORDERS = '/orders/';
$mistake = getenv('MISTAKE') ?: 'none';

/** Reads and writes the books in one step, which no other worker can be within. */
function books(callable $work)
{
    $file = fopen(getenv('STATE'), 'c+');
    flock($file, LOCK_EX);
    $books = json_decode(stream_get_contents($file), true) ?: ['orders' => [], 'seen' => []];
    $answer = $work($books);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode($books));
    fclose($file);
    return $answer;
}

/** Returns the answer of the service, or null if none came. */
function call(string $path, array $body): ?string
{
    $headers = 'authorization: ' . getenv('PAYMENTS_SANDBOX_API_KEY') . "\r\ncontent-type: application/json";
    $options = ['method' => 'POST', 'header' => $headers, 'content' => json_encode($body), 'ignore_errors' => true];
    $answer = @file_get_contents(getenv('PAYMENTS_SANDBOX_URL') . $path, false, stream_context_create(['http' => $options]));
    return $answer === false ? null : $answer;
}

function placeOrder(float $amount, string $mistake): string
{
    $open = fn () => books(function (&$books) use ($amount) {
        $reference = 'order-' . (count($books['orders']) + 1);
        $books['orders'][$reference] = ['status' => 'open', 'credited' => 0, 'price' => $amount];
        return $reference;
    });
    $reference = $open();
    do {
        $answer = call('/collections/mobilemoney', [
            'amount' => $amount, 'currency' => 'GHS', 'network' => 'MTN', 'reason' => 'Tea', 'reference' => $reference,
            'accountName' => 'Ama Mensah', 'accountNumber' => '0241234567', 'callbackURL' => getenv('CALLBACK'),
        ]);
        if ($answer === null && $mistake === 'charges-again') $reference = $open();
    } while ($answer === null || json_decode($answer) === null);
    $isStored = isset(json_decode($answer, true)['id']) || str_contains($answer, 'Duplicate reference');
    if (!$isStored) books(fn (&$books) => $books['orders'][$reference]['status'] = 'failed');
    return $reference;
}

function takeWebhook(string $raw, string $signature, string $mistake): int
{
    $webhook = json_decode($raw, true);
    $seen = $webhook['reference_business'] ?? '';
    if ($mistake === 'remembers-before-the-check') {
        $isNew = books(function (&$books) use ($seen) {
            $isNew = !in_array($seen, $books['seen'], true);
            $books['seen'][] = $seen;
            return $isNew;
        });
        if (!$isNew) return 200;
    }
    $signed = $mistake === 'signature-of-parsed-body'
        ? json_encode($webhook, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) : $raw;
    if (!hash_equals(hash_hmac('sha512', $signed, getenv('PAYMENTS_SANDBOX_WEBHOOK_SECRET')), $signature)) return 401;
    if ($webhook === null) return 400;
    return books(function (&$books) use ($webhook, $seen) {
        if (!isset($books['orders'][$seen])) return 404;
        $order = &$books['orders'][$seen];
        if ($order['status'] === 'open' && in_array($webhook['status'], ['COMPLETED', 'FAILED'], true)) {
            // Another sum than the price is for a person to look at: the order stays open.
            if ((float) $webhook['amount'] !== (float) $order['price']) return 200;
            $order['status'] = $webhook['status'] === 'COMPLETED' ? 'paid' : 'failed';
            if ($order['status'] === 'paid') $order['credited'] += $webhook['amount'];
        }
        return 200;
    });
}

$path = $_SERVER['REQUEST_URI'];
$raw = file_get_contents('php://input');
$value = null;
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    $value = books(fn (&$books) => $books['orders'][substr($path, strlen(ORDERS))] ?? null);
    http_response_code($value === null ? 404 : 200);
} elseif ($path === '/orders') {
    $value = ['reference' => placeOrder(json_decode($raw, true)['amount'], $mistake)];
} elseif ($path !== '/cron') {
    http_response_code(takeWebhook($raw, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $mistake));
}
header('content-type: application/json');
echo json_encode($value);
