package shop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

// Generated for shop.Ratio.
class RatioTest {
    private final int savedMade = Ratio.made;

    @AfterEach
    void restoreSurroundings() {
        Ratio.made = savedMade;
    }

    // Covers times():79 and sign():87 if (top < 0) false.
    @Test
    void times() {
        Ratio ratio = new Ratio(1, 2).times(new Ratio(3, 4));
        assertEquals(0, ratio.intValue());
        assertEquals(0.375, ratio.doubleValue());
        assertEquals("3/8", ratio.toString());
        assertEquals(8, ratio.bottom);
    }

    @Test
    void signReturnsNegative() {
        assertEquals(Ratio.Sign.NEGATIVE, new Ratio(-3, 7).sign());
    }

    @Test
    void newRatioThrowsArithmeticException() {
        ArithmeticException exception =
                assertThrows(ArithmeticException.class, () -> new Ratio(1, 0));
        assertEquals("bottom is 0", exception.getMessage());
    }

    @Test
    void timesThrowsNullPointerException() {
        Ratio ratio = new Ratio(5, 1);
        assertThrows(NullPointerException.class, () -> ratio.times(null));
    }

    @Test
    void parse() throws Exception {
        assertEquals(2, Ratio.parse("6/3").intValue());
    }

    @Test
    void parseThrowsIOException() {
        IOException exception = assertThrows(IOException.class, () -> Ratio.parse(null));
        assertEquals("no text\twith \"quotes\"", exception.getMessage());
    }

    @Test
    void self() {
        Ratio ratio = new Ratio(1, 3);
        assertSame(ratio, ratio.self());
    }

    @Test
    void equalsReturnsTrue() {
        assertTrue(new Ratio(1, 2).equals(new Ratio(2, 4)));
    }

    @Test
    void boxedReturns7() {
        assertEquals(7, Ratio.boxed(7));
    }

    @Test
    void boxedReturnsNull() {
        assertNull(Ratio.boxed(-1));
    }

    @Test
    void grid() {
        assertArrayEquals(new double[] {0.5, -0.25}, Ratio.halves(new double[] {1.0, -0.5}));
        assertArrayEquals(new int[][] {{0, 0}, {0, 0}}, Ratio.grid(2));
    }

    @Test
    void readsMade() {
        Ratio.made = 5;
        Ratio ratio = new Ratio(1, 1);
        ratio.label = "mine";
        assertEquals(6, Ratio.made);
        assertEquals("mine", ratio.label);
    }
}
