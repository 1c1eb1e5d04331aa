<?php

// The bytes as they came: $_POST is empty for JSON, and json_encode(json_decode(...)) is other text.
$raw = file_get_contents('php://input');
$expected = hash_hmac('sha512', $raw, getenv('PAYMENTS_API_KEY'));
if (!hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}
$payment = json_decode($raw, true);
error_log("{$payment['reference_business']} {$payment['status']}");
http_response_code(204);
