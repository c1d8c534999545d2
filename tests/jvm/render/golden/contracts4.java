package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import org.junit.Ignore;
import org.junit.Test;

public class RatioTest {
    // Contract: equals is reflexive. Seen: returned false.
    @Test
    public void equalsIsReflexive() {
        Crooked crooked = new Crooked(0);
        assertTrue(crooked.equals(crooked));
    }

    // Contract: equals is symmetric. Seen: returned true and false.
    @Test
    public void equalsIsSymmetric() {
        Crooked crooked = new Crooked(1);
        Crooked crooked2 = new Crooked(2);
        assertEquals(crooked.equals(crooked2), crooked2.equals(crooked));
    }

    // Contract: equals null is false. Seen: returned true.
    @Test
    public void equalsNullIsFalse() {
        assertFalse(new Crooked(1).equals(null));
    }

    // Contract: hashCode is stable. Seen: returned 2, then 3.
    @Test
    public void hashCodeIsStable() {
        Crooked crooked = new Crooked(1);
        assertEquals(crooked.hashCode(), crooked.hashCode());
    }

    // Contract: hashCode follows equals. Seen: returned 4 and 5.
    @Test
    public void hashCodeFollowsEquals() {
        Crooked crooked = new Crooked(3);
        Crooked crooked2 = new Crooked(3);
        assertTrue(crooked.equals(crooked2));
        assertEquals(crooked.hashCode(), crooked2.hashCode());
    }

    // Contract: compareTo is antisymmetric. Seen: returned 1 and 1.
    @Test
    public void compareToIsAntisymmetric() {
        Crooked crooked = new Crooked(1);
        Crooked crooked2 = new Crooked(2);
        assertEquals(Integer.compare(crooked.compareTo(crooked2), 0),
                Integer.compare(0, crooked2.compareTo(crooked)));
    }

    // Contract: toString returns. Seen: threw java.lang.IllegalStateException: no words for 1.
    @Test
    public void toStringReturns() {
        assertNotNull(new Crooked(1).toString());
    }

    // shop.Crooked.divide threw java.lang.ArithmeticException: / by zero, which it does not
    //   declare.
    @Ignore("shop.Crooked.divide threw java.lang.ArithmeticException: / by zero")
    @Test
    public void divide() {
        new Crooked(7).divide(0);
    }
}
