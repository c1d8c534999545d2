package shop;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import org.junit.After;
import org.junit.Test;

// Generated for shop.Ratio.
public class RatioTest {
    private final int savedMade = Ratio.made;

    @After
    public void restoreSurroundings() {
        Ratio.made = savedMade;
    }

    // Covers times():79 and sign():87 if (top < 0) false.
    @Test
    public void times() {
        Ratio ratio = new Ratio(1, 2).times(new Ratio(3, 4));
        assertEquals(0, ratio.intValue());
        assertEquals(0.375, ratio.doubleValue(), 0.0);
        assertEquals("3/8", ratio.toString());
        assertEquals(8, ratio.bottom);
    }

    @Test
    public void signReturnsNegative() {
        assertEquals(Ratio.Sign.NEGATIVE, new Ratio(-3, 7).sign());
    }

    @Test
    public void newRatioThrowsArithmeticException() {
        ArithmeticException exception =
                assertThrows(ArithmeticException.class, () -> new Ratio(1, 0));
        assertEquals("bottom is 0", exception.getMessage());
    }

    @Test
    public void timesThrowsNullPointerException() {
        Ratio ratio = new Ratio(5, 1);
        assertThrows(NullPointerException.class, () -> ratio.times(null));
    }

    @Test
    public void parse() throws Exception {
        assertEquals(2, Ratio.parse("6/3").intValue());
    }

    @Test
    public void parseThrowsIOException() {
        IOException exception = assertThrows(IOException.class, () -> Ratio.parse(null));
        assertEquals("no text\twith \"quotes\"", exception.getMessage());
    }

    @Test
    public void self() {
        Ratio ratio = new Ratio(1, 3);
        assertSame(ratio, ratio.self());
    }

    @Test
    public void equalsReturnsTrue() {
        assertTrue(new Ratio(1, 2).equals(new Ratio(2, 4)));
    }

    @Test
    public void boxedReturns7() {
        assertEquals(Integer.valueOf(7), Ratio.boxed(7));
    }

    @Test
    public void boxedReturnsNull() {
        assertNull(Ratio.boxed(-1));
    }

    @Test
    public void grid() {
        assertArrayEquals(new double[] {0.5, -0.25}, Ratio.halves(new double[] {1.0, -0.5}), 0.0);
        assertArrayEquals(new int[][] {{0, 0}, {0, 0}}, Ratio.grid(2));
    }

    @Test
    public void readsMade() {
        Ratio.made = 5;
        Ratio ratio = new Ratio(1, 1);
        ratio.label = "mine";
        assertEquals(6, Ratio.made);
        assertEquals("mine", ratio.label);
    }
}
