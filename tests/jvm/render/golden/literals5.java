package shop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RatioTest {
    @Test
    void echoReturnsEmptyString() {
        assertEquals("", Ratio.echo(""));
    }

    @Test
    void echoWithNul() {
        assertEquals(
                "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n"
                + "\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018"
                + "\u0019\u001a\u001b\u001c\u001d\u001e\u001f "
                + "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklm"
                + "nopqrstuvwxyz{|}~\u007f\u0080\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088"
                + "\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090\u0091\u0092\u0093\u0094\u0095"
                + "\u0096\u0097\u0098\u0099\u009a\u009b\u009c\u009d\u009e\u009f\u00a0\u00a1\u00a2"
                + "\u00a3\u00a4\u00a5\u00a6\u00a7\u00a8\u00a9\u00aa\u00ab\u00ac\u00ad\u00ae\u00af"
                + "\u00b0\u00b1\u00b2\u00b3\u00b4\u00b5\u00b6\u00b7\u00b8\u00b9\u00ba\u00bb\u00bc"
                + "\u00bd\u00be\u00bf\u00c0\u00c1\u00c2\u00c3\u00c4\u00c5\u00c6\u00c7\u00c8\u00c9"
                + "\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf\u00d0\u00d1\u00d2\u00d3\u00d4\u00d5\u00d6"
                + "\u00d7\u00d8\u00d9\u00da\u00db\u00dc\u00dd\u00de\u00df\u00e0\u00e1\u00e2\u00e3"
                + "\u00e4\u00e5\u00e6\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u00f0"
                + "\u00f1\u00f2\u00f3\u00f4\u00f5\u00f6\u00f7\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd"
                + "\u00fe\u00ff\u0100\u0101\u0102\u0103\u0104\u0105\u0106\u0107\u0108\u0109\u010a"
                + "\u010b\u010c\u010d\u010e\u010f\u0110\u0111\u0112\u0113\u0114\u0115\u0116\u0117"
                + "\u0118\u0119\u011a\u011b\u011c\u011d\u011e\u011f\u0120\u0121\u0122\u0123\u0124"
                + "\u0125\u0126\u0127\u0128\u0129\u012a\u012b\u012c\u012d\u012e\u012f\u0130\u0131"
                + "\u0132\u0133\u0134\u0135\u0136\u0137\u0138\u0139\u013a\u013b\u013c\u013d\u013e"
                + "\u013f\u0140\u0141\u0142\u0143\u0144\u0145\u0146\u0147\u0148\u0149\u014a\u014b"
                + "\u014c\u014d\u014e\u014f\u0150\u0151\u0152\u0153\u0154\u0155\u0156\u0157\u0158"
                + "\u0159\u015a\u015b\u015c\u015d\u015e\u015f\u0160\u0161\u0162\u0163\u0164\u0165"
                + "\u0166\u0167\u0168\u0169\u016a\u016b\u016c\u016d\u016e\u016f\u0170\u0171\u0172"
                + "\u0173\u0174\u0175\u0176\u0177\u0178\u0179\u017a\u017b\u017c\u017d\u017e\u017f"
                + "\\u0041 \\\\u0041 \u2028\ud800x\udc00\ud83d\ude00",
                Ratio.echo(
                        "\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n"
                        + "\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016"
                        + "\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f "
                        + "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abc"
                        + "defghijklmnopqrstuvwxyz{|}~\u007f\u0080\u0081\u0082\u0083\u0084\u0085"
                        + "\u0086\u0087\u0088\u0089\u008a\u008b\u008c\u008d\u008e\u008f\u0090"
                        + "\u0091\u0092\u0093\u0094\u0095\u0096\u0097\u0098\u0099\u009a\u009b"
                        + "\u009c\u009d\u009e\u009f\u00a0\u00a1\u00a2\u00a3\u00a4\u00a5\u00a6"
                        + "\u00a7\u00a8\u00a9\u00aa\u00ab\u00ac\u00ad\u00ae\u00af\u00b0\u00b1"
                        + "\u00b2\u00b3\u00b4\u00b5\u00b6\u00b7\u00b8\u00b9\u00ba\u00bb\u00bc"
                        + "\u00bd\u00be\u00bf\u00c0\u00c1\u00c2\u00c3\u00c4\u00c5\u00c6\u00c7"
                        + "\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf\u00d0\u00d1\u00d2"
                        + "\u00d3\u00d4\u00d5\u00d6\u00d7\u00d8\u00d9\u00da\u00db\u00dc\u00dd"
                        + "\u00de\u00df\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7\u00e8"
                        + "\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u00f0\u00f1\u00f2\u00f3"
                        + "\u00f4\u00f5\u00f6\u00f7\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u00fe"
                        + "\u00ff\u0100\u0101\u0102\u0103\u0104\u0105\u0106\u0107\u0108\u0109"
                        + "\u010a\u010b\u010c\u010d\u010e\u010f\u0110\u0111\u0112\u0113\u0114"
                        + "\u0115\u0116\u0117\u0118\u0119\u011a\u011b\u011c\u011d\u011e\u011f"
                        + "\u0120\u0121\u0122\u0123\u0124\u0125\u0126\u0127\u0128\u0129\u012a"
                        + "\u012b\u012c\u012d\u012e\u012f\u0130\u0131\u0132\u0133\u0134\u0135"
                        + "\u0136\u0137\u0138\u0139\u013a\u013b\u013c\u013d\u013e\u013f\u0140"
                        + "\u0141\u0142\u0143\u0144\u0145\u0146\u0147\u0148\u0149\u014a\u014b"
                        + "\u014c\u014d\u014e\u014f\u0150\u0151\u0152\u0153\u0154\u0155\u0156"
                        + "\u0157\u0158\u0159\u015a\u015b\u015c\u015d\u015e\u015f\u0160\u0161"
                        + "\u0162\u0163\u0164\u0165\u0166\u0167\u0168\u0169\u016a\u016b\u016c"
                        + "\u016d\u016e\u016f\u0170\u0171\u0172\u0173\u0174\u0175\u0176\u0177"
                        + "\u0178\u0179\u017a\u017b\u017c\u017d\u017e\u017f\\u0041 \\\\u0041 "
                        + "\u2028\ud800x\udc00\ud83d\ude00"));
    }

    @Test
    void echoWithMinus() {
        assertEquals("-".repeat(200), Ratio.echo("-".repeat(200)));
    }

    @Test
    void echoWithBackslash() {
        assertEquals("\\u000a\"", Ratio.echo("\\u000a\""));
    }

    @Test
    void thirdReturnsPositive() {
        assertEquals(0.0, Ratio.half(0.0));
        assertEquals(-0.0, Ratio.half(-0.0));
        assertEquals(5.0E21, Ratio.half(1.0E22));
        assertEquals(7.5E-8, Ratio.half(1.5E-7));
        assertEquals(61728.375, Ratio.half(123456.75));
        assertEquals(8.988465674311579E307, Ratio.half(Double.MAX_VALUE));
        assertEquals(Double.POSITIVE_INFINITY, Ratio.half(Double.POSITIVE_INFINITY));
        assertEquals(Double.NEGATIVE_INFINITY, Ratio.half(Double.NEGATIVE_INFINITY));
        assertEquals(Double.NaN, Ratio.half(Double.NaN));
        assertEquals(0.0F, Ratio.third(Float.MIN_VALUE));
        assertEquals(Float.NaN, Ratio.third(Float.NaN));
        assertEquals(1.0F, Ratio.third(3.0F));
    }

    @Test
    void narrowReturnsMinus74() {
        assertEquals(-2147483648L, Ratio.sum(new int[] {Integer.MIN_VALUE}));
        assertEquals(0x7fffffffL, Ratio.sum(new int[] {Integer.MAX_VALUE}));
        assertEquals(-1L, Ratio.sum(new int[] {-1}));
        assertEquals(0x7fff0000L, Ratio.sum(new int[] {0x7fff0000}));
        assertEquals(0x20000L, Ratio.sum(new int[] {0x20000}));
        assertEquals(5000000L, Ratio.sum(new int[] {5000000}));
        assertEquals(-74, Ratio.narrow(Byte.MIN_VALUE, (short) 300, '\n'));
    }

    // Covers a great many branches, whose names together are longer than any line of a comment can
    //   be, C:\\users among them.
    @Test
    void halves() {
        assertEquals(
                "the first words of a text that is longer than a line, some more words of it, "
                + "and the last words\nof it",
                Ratio.echo(
                        "the first words of a text that is longer than a line, some more "
                        + "words of it, and the last words\nof it"));
        assertEquals("object",
                Ratio.kind(
                        (Object) (
                                "the first words of a text that is longer than a line, some "
                                + "more words of it, and the last words\nof it")));
        assertArrayEquals(
                new double[] {0.0, 0.625, 1.25, 1.875, 2.5, 3.125, 3.75, 4.375, 5.0, 5.625, 6.25,
                        6.875, 7.5, 8.125, 8.75, 9.375, 10.0, 10.625, 11.25, 11.875, 12.5, 13.125,
                        13.75, 14.375, 15.0, 15.625, 16.25, 16.875, 17.5, 18.125, 18.75, 19.375,
                        20.0, 20.625, 21.25, 21.875, 22.5, 23.125, 23.75, 24.375, 25.0, 25.625,
                        26.25, 26.875, 27.5, 28.125, 28.75, 29.375, 30.0, 30.625, 31.25, 31.875,
                        32.5, 33.125, 33.75, 34.375, 35.0, 35.625, 36.25, 36.875},
                Ratio.halves(
                        new double[] {0.0, 1.25, 2.5, 3.75, 5.0, 6.25, 7.5, 8.75, 10.0, 11.25, 12.5,
                                13.75, 15.0, 16.25, 17.5, 18.75, 20.0, 21.25, 22.5, 23.75, 25.0,
                                26.25, 27.5, 28.75, 30.0, 31.25, 32.5, 33.75, 35.0, 36.25, 37.5,
                                38.75, 40.0, 41.25, 42.5, 43.75, 45.0, 46.25, 47.5, 48.75, 50.0,
                                51.25, 52.5, 53.75, 55.0, 56.25, 57.5, 58.75, 60.0, 61.25, 62.5,
                                63.75, 65.0, 66.25, 67.5, 68.75, 70.0, 71.25, 72.5, 73.75}));
    }
}
